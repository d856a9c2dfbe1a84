import { BSON, Decimal128, Double, Int32, Long, type MongoClient, ObjectId } from 'mongodb';
import { type Stores, sourceStores } from '../testing/stores.js';
import { collectionsOf, documentLines } from './documents.js';

let stores: Stores;
let client: MongoClient;

beforeAll(async () => {
  stores = await sourceStores();
  ({ client } = stores);
});
afterAll(() => stores.stop());

describe('the lines of a collection', () => {
  it('keep the types of all values, and are in the order of ids', async () => {
    const documents = [
      { _id: 'b', whole: new Int32(1), double: new Double(1), long: Long.fromString('9007199254740993') },
      { _id: 'a', at: new Date(0), none: null, list: [{}, []], bytes: Buffer.from([0, 255]) },
      { _id: new ObjectId('0123456789abcdef01234567'), price: Decimal128.fromString('1.10'), text: '\u2028"\n' },
    ];
    const collection = client.db('docfolio_leads').collection<{ _id: string }>('leads');
    await collection.insertMany(documents as never, { promoteValues: false });
    const tally = { records: 0 };
    const lines: string[] = [];
    for await (const chunk of documentLines(collection as never, tally))
      lines.push(...chunk.toString().trimEnd().split('\n'));
    expect(tally.records).toBe(3);
    const read = lines.map((line) => BSON.EJSON.parse(line, { relaxed: false }));
    expect(read.map(({ _id }) => String(_id))).toEqual(['a', 'b', '0123456789abcdef01234567']);
    const bytesOf = (document: object) => Buffer.from(BSON.serialize(document)).toString('hex');
    const [b, a, last] = documents.map(bytesOf);
    expect(read.map(bytesOf)).toEqual([a, b, last]);
  });

  it('begin with the record of migrations, and leave out what only running processes mean', async () => {
    const media = client.db('docfolio_media');
    for (const name of ['images', 'leases', 'migrations', 'remotes', 'replicas']) await media.createCollection(name);
    const found = (await collectionsOf(client)).filter(({ dbName }) => dbName === 'docfolio_media');
    expect(found.map(({ collectionName }) => collectionName)).toEqual(['migrations', 'images', 'remotes']);
    await media.dropDatabase();
  });

  it('are read from all collections of all databases', async () => {
    await client.db('docfolio_content').createCollection('posts');
    await client.db('somebody_elses').collection('notes').insertOne({});
    const found = await collectionsOf(client);
    expect(found.map(({ namespace }) => namespace)).toEqual(['docfolio_content.posts', 'docfolio_leads.leads']);
  });
});
