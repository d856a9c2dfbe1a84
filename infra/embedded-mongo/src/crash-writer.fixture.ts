import { MongoClient } from 'mongodb';

/** Writes numbered documents, repeating writes after a connection error, and prints the number of each stored one. */
async function writeAll(uri: string, writer: number, writes: number): Promise<void> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 20_000 });
  const collection = client.db('crash').collection('writes');
  const insist = async (write: () => Promise<unknown>): Promise<void> => {
    for (;;) {
      try {
        await write();
        return;
      } catch (error) {
        const { code, name } = error as { code?: number; name: string };
        if (code === 11000) return;
        if (!/Network|PoolCleared|ServerSelection/.test(name)) throw error;
      }
    }
  };
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < writes) {
      const n = next++;
      const updated = n % 2 === 0;
      await insist(() => collection.insertOne({ writer, n, tags: [`t${n % 10}`, `t${(n + 3) % 10}`], done: !updated }));
      if (updated) await insist(() => collection.updateOne({ writer, n }, { $set: { done: true } }));
      process.stdout.write(`${JSON.stringify([n])}\n`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  await client.close();
}

writeAll(process.env.WRITER_URI ?? '', Number(process.env.WRITER), Number(process.env.WRITES)).catch(
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
