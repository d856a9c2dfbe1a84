import { type Doc, decode, encode, type Value } from '../bson/values.js';

/** Opcodes of the MongoDB wire protocol (manual, "MongoDB Wire Protocol"). */
const opReply = 1;
const opQuery = 2004;
const opMsg = 2013;
const headerBytes = 16;
const moreToCome = 2;
/** Flag bits that a server must understand; checksums are not supported. */
const requiredBits = 0xffff;

export interface Message {
  requestId: number;
  body: Doc;
  /** The message is an OP_QUERY, whose reply is an OP_REPLY; only handshakes use it. */
  legacy: boolean;
  /** The client expects no reply (an unacknowledged write). */
  silent: boolean;
}

/** A message violates the protocol; its connection is closed. */
export class ProtocolError extends Error {}

/** Parses a complete message. @throws ProtocolError, or MongoError for an unsupported BSON type */
export function readMessage(bytes: Buffer): Message {
  const requestId = bytes.readInt32LE(4);
  const opcode = bytes.readInt32LE(12);
  if (opcode === opQuery) return { requestId, body: readQuery(bytes), legacy: true, silent: false };
  if (opcode !== opMsg) throw new ProtocolError(`opcode ${opcode} is not supported`);
  const flags = bytes.readUInt32LE(headerBytes);
  if (flags & requiredBits & ~moreToCome) throw new ProtocolError(`unknown required flag bits ${flags}`);
  let body: Doc | undefined;
  const sequences: [string, Value[]][] = [];
  for (let at = headerBytes + 4; at < bytes.length; ) {
    const kind = bytes[at++];
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > bytes.length) throw new ProtocolError('a section runs past the message');
    if (kind === 0 && !body) body = decode(bytes.subarray(at, at + size));
    else if (kind === 1) sequences.push(readSequence(bytes.subarray(at + 4, at + size)));
    else throw new ProtocolError(`unexpected section of kind ${kind}`);
    at += size;
  }
  if (!body) throw new ProtocolError('a message without a body');
  for (const [name, documents] of sequences) {
    if (name in body) throw new ProtocolError(`field ${name} is given twice`);
    body[name] = documents;
  }
  return { requestId, body, legacy: false, silent: (flags & moreToCome) !== 0 };
}

function readSequence(bytes: Buffer): [string, Value[]] {
  const nameEnd = bytes.indexOf(0);
  const documents: Value[] = [];
  for (let at = nameEnd + 1; at < bytes.length; ) {
    const size = bytes.readInt32LE(at);
    if (size < 5 || at + size > bytes.length) throw new ProtocolError('a document runs past its section');
    documents.push(decode(bytes.subarray(at, at + size)));
    at += size;
  }
  return [bytes.toString('utf8', 0, nameEnd), documents];
}

function readQuery(bytes: Buffer): Doc {
  const nameEnd = bytes.indexOf(0, headerBytes + 4);
  const name = bytes.toString('utf8', headerBytes + 4, nameEnd);
  if (!name.endsWith('.$cmd')) throw new ProtocolError('OP_QUERY serves only commands');
  const at = nameEnd + 1 + 8;
  return { ...decode(bytes.subarray(at, at + bytes.readInt32LE(at))), $db: name.slice(0, -5) };
}

let nextRequestId = 1;

export function writeReply(message: Message, reply: Doc | Uint8Array): Buffer {
  const body = reply instanceof Uint8Array ? reply : encode(reply);
  const prefix = message.legacy ? 20 : 5;
  const bytes = Buffer.alloc(headerBytes + prefix + body.length);
  bytes.writeInt32LE(bytes.length, 0);
  bytes.writeInt32LE(nextRequestId, 4);
  nextRequestId = (nextRequestId + 1) & 0x7fffffff;
  bytes.writeInt32LE(message.requestId, 8);
  bytes.writeInt32LE(message.legacy ? opReply : opMsg, 12);
  if (message.legacy) bytes.writeInt32LE(1, headerBytes + 16); // one document
  bytes.set(body, headerBytes + prefix);
  return bytes;
}
