/** Texts of ordinary founders, besides those of `test/contract/contact.test.ts`: nothing of them is a contact. */

const NAMES = [
  ['Ada', 'Grace Hopper', 'Jean-Baptiste', 'María José', 'O’Connor', "D'Angelo", 'van der Berg'],
  ['Ngô Đình', 'Søren Kierkegård', 'Łukasz', 'Žižek', 'Þórunn', 'İbrahim', 'Straße', 'Ñandú'],
  ['李小龍', '山田 太郎', '김민준', 'Анна Каренина', 'Γιώργος', 'محمد علي', 'דוד לוי', 'अर्जुन'],
  [
    'ธนา',
    'Jr.',
    'J. R. R. Tolkien',
    'Mary Jane Watson-Parker',
    'Beyoncé',
    'Atat',
    'Dotty',
    'Attila At',
  ],
  ['Henry VIII', 'John 3:16', 'Elon X Æ A-Xii', 'Li', 'Ó', 'de la Cruz', 'bin Laith', 'Smith III'],
].flat();

const ROLES = [
  ['CEO & Co-Founder', 'CTO/VP Engineering', 'Chief Product Officer (CPO)', 'Founder, Chair'],
  ['Head of Growth @ Acme', 'Engineer at Acme Labs', 'Co-Founder at Acme and Board Member at Beta'],
  ['Product Lead – B2B SaaS', 'Managing Partner | Angel Investor', 'Ex-Google, Ex-Meta', '#1 Fan'],
  [
    'Y Combinator W21',
    'Forbes 30 under 30',
    'TEDx Speaker 2023',
    'Founder (2019–today)',
    '3x Founder',
  ],
  ['PhD in Physics, MIT 2016', 'Top 100 Women in Tech', '10+ years in AI', '5G & IoT', 'Web 3.0'],
  [
    'ISO 9001 lead',
    'Series A ($12.5M)',
    '€1.2bn exit',
    'Raised 500k',
    '1,500 customers',
    '100% remote',
  ],
  ['R&D Manager', 'Dev.Rel', '.NET architect', 'Node.js/React.js', 'C# and F#', 'AI/ML', 'UX/UI'],
  ['VP of Sales, EMEA + APAC', 'Fractional CFO', 'Founder @Home', 'Maker @ Work', 'COO (interim)'],
  ['Inventor of the dot matrix', 'Looking at stars', 'Working at the top', 'Dancer at night'],
  [
    'Director, 3D & 4D Imaging',
    'Studio 54 alumni',
    'Route 66 Capital',
    'Unit 8200 alumna',
    'Q3 2024',
  ],
  ['Founder since 2012', '2010 - 2014: CTO', 'Class of 1999', 'H1 2025', '24/7 on call', '9 to 5'],
].flat();

export const HARMLESS: readonly string[] = [...NAMES, ...ROLES];

const PROFILES = [
  ['ada', 'ada-lovelace', 'ada-lovelace-1815', 'adalovelace123', 'ada_lovelace', 'ada.lovelace'],
  [
    'ada-lovelace-a1b2c3d4',
    'ada-lovelace-12345678',
    'ada-lovelace-0a1234567',
    'al0151',
    'ada%C3%A9',
  ],
  ['m%C3%BCller-anna', 'at-dot', 'work-at-acme', 'dot-com-queen', '123456789', 'ACoAAA1234567890'],
].flat();

export const HARMLESS_ADDRESSES: readonly string[] = [
  ...PROFILES.flatMap((name) => [
    `https://www.linkedin.com/in/${name}`,
    `https://linkedin.com/in/${name}/`,
    `https://de.linkedin.com/in/${name}?locale=de_DE`,
    `www.linkedin.com/in/${name}`,
    `linkedin.com/in/${name}/details/experience/`,
    `https://www.linkedin.com/pub/${name}/1a/2b3/4c5`,
    `https://www.linkedin.com/in/${name}?trk=people-guest_people_search-card&originalSubdomain=uk`,
  ]),
  'https://www.linkedin.com/profile/view?id=AAkAAABcDeFgHiJkLmNoP&authType=NAME_SEARCH',
  'https://www.linkedin.com/in/ada?miniProfileUrn=urn%3Ali%3Afs_miniProfile%3AACoAAA1234567',
  'https://www.linkedin.com/company/1234567/',
  'https://www.linkedin.com/in/ada/?lipi=urn%3Ali%3Apage%3Ad_flagship3%3Babc1234567%3D%3D',
  'https://lnkd.in/eAbC1234',
  'https://github.com/ada-1815',
  'https://x.com/ada1815',
  'https://bsky.app/profile/ada.example.com',
];
