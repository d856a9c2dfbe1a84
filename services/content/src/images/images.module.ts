import { Module } from '@nestjs/common';
import { PostsModule } from '../posts/posts.module.js';
import { ImageSubscriber } from './image.subscriber.js';
import { ImagesController } from './images.controller.js';

@Module({ imports: [PostsModule], controllers: [ImagesController], providers: [ImageSubscriber] })
export class ImagesModule {}
