/** Cuts what an HTTP server sends into answers, so that a fault can be put at an exact place of one. */

const HEAD_END = '\r\n\r\n';

/** The endpoints of this machine give the length of every body. */
export async function* wholeAnswers(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = Buffer.alloc(0);
  for await (const chunk of stream) {
    bytes = Buffer.concat([bytes, chunk]);
    for (let length = lengthOf(bytes); length <= bytes.length; length = lengthOf(bytes)) {
      yield bytes.subarray(0, length);
      bytes = bytes.subarray(length);
    }
  }
}

/** Of the first answer; infinite while its head is not whole. */
function lengthOf(bytes: Buffer): number {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength === -1) return Infinity;
  const head = bytes.toString('latin1', 0, headLength);
  const body = /\r\ncontent-length: *(\d+)/iu.exec(head)?.[1] ?? '0';
  return headLength + HEAD_END.length + Number(body);
}
