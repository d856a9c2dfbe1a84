import type { Connection } from 'mongoose';

interface Plan {
  stage: string;
  indexName?: string;
  inputStage?: Plan;
}

/** How the database executes one read. */
export interface ReadPlan {
  command: 'find' | 'count';
  /** Stages of the plan, outermost first, such as `SORT`, `FETCH`, `IXSCAN`. */
  stages: string[];
  /** Name of the index that is used; undefined without one. */
  index: string | undefined;
}

type Command = Record<string, unknown>;

/**
 * Returns the plan of each find and count, also of `countDocuments`, that `ask` runs on a connection.
 * @param connection must be created with `monitorCommands`
 */
export async function readPlans(connection: Connection, ask: () => Promise<unknown>): Promise<ReadPlan[]> {
  const reads: Command[] = [];
  const note = ({ commandName, command }: { commandName: string; command: object }) => {
    const { lsid: _lsid, $db: _db, txnNumber: _txn, ...read } = command as Command;
    if (commandName === 'aggregate') reads.push(asCount(read));
    else if (commandName === 'find' || commandName === 'count') reads.push(read);
  };
  const client = connection.getClient();
  client.on('commandStarted', note);
  try {
    await ask();
  } finally {
    client.off('commandStarted', note);
  }
  return Promise.all(reads.map((read) => explain(connection, read)));
}

/** The count that a driver's `countDocuments` sends as a pipeline; only that one is explained. */
function asCount({ aggregate, pipeline }: Command): Command {
  const [{ $match }, ...rest] = pipeline as [Command, ...Command[]];
  const limit = rest.find((stage) => '$limit' in stage)?.$limit;
  return { count: aggregate, query: $match, ...(limit !== undefined && { limit }) };
}

async function explain(connection: Connection, read: Command): Promise<ReadPlan> {
  const { queryPlanner } = await connection.db!.command({ explain: read, verbosity: 'queryPlanner' });
  const plans: Plan[] = [];
  for (let plan: Plan | undefined = queryPlanner.winningPlan; plan; plan = plan.inputStage) plans.push(plan);
  return {
    command: 'find' in read ? 'find' : 'count',
    stages: plans.map(({ stage }) => stage),
    index: plans.find(({ indexName }) => indexName)?.indexName,
  };
}
