import { type NewNote, type NotePatch, type TimelineQuery, timeline } from '@docfolio/contracts/entities/timeline';
import type { CallContext } from '@docfolio/service-kit/rpc/call-context';
import { Call, Handle, Input } from '@docfolio/service-kit/rpc/handle';
import { Controller } from '@nestjs/common';
import { TimelineService } from './timeline.service.js';

@Controller()
export class TimelineController {
  constructor(private readonly timeline: TimelineService) {}

  @Handle(timeline.list)
  list(@Input() query: TimelineQuery) {
    return this.timeline.list(query);
  }

  @Handle(timeline.addNote)
  addNote(@Input() note: NewNote, @Call() call: CallContext) {
    return this.timeline.addNote(note, call);
  }

  @Handle(timeline.patchNote)
  patchNote(@Input() patch: NotePatch) {
    return this.timeline.patchNote(patch);
  }

  @Handle(timeline.deleteNote)
  deleteNote(@Input() { id }: { id: string }) {
    return this.timeline.deleteNote(id);
  }
}
