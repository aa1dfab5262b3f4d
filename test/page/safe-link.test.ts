import { safeLink } from '../../page/text/safe-link.ts';

it.each(['https://example.com/', 'http://plain.example/a?b=c#d'])('lets %s through', (address) => {
  expect(safeLink(address)).toBe(address);
});

it.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'mailto:someone@example.com',
  '//example.com/',
  '/v1/startups',
  'example.com',
  '',
  null,
])('makes no link of %j', (address) => {
  expect(safeLink(address)).toBeUndefined();
});
