import { unframe } from '../../../local/object-store/aws-chunked.ts';

test('joins the chunks and reads the trailers', () => {
  const framed = Buffer.from(
    '3;chunk-signature=00\r\nabc\r\n2\r\n\r\n\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n',
  );

  const { bytes, trailers } = unframe(framed);

  expect(bytes.toString()).toBe('abc\r\n');
  expect(trailers).toEqual({ 'x-amz-checksum-crc32': 'AAAAAA==' });
});

test.each(['', 'abc', '3\r\nab', '5\r\nab\r\n', '3\r\nabc\r\n'])('refuses %j', (framed) => {
  expect(() => unframe(Buffer.from(framed))).toThrow('ends before its last chunk');
});
