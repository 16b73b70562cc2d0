// Texts of every format in shapes with which a sender could try to slow a reader down.

/** Returns a text of about the given number of characters. */
export type MakeText = (characters: number) => string

/** The parts of a text in a notation. */
interface Writing {
  /** The texts before and after the part that grows. */
  readonly before: string
  readonly after: string
  /** A small complete message. */
  readonly message: string
  readonly comment: (text: string) => string
  /** Returns a keyword or name with a value. */
  readonly value: (keyword: string, value: string) => string
  /** A part that repeats in a valid message: a state, a segment. */
  readonly part: string
  /** The end of a line. */
  readonly lineEnd: string
  /** A text that opens something and never closes it. */
  readonly open: string
  /** Returns a number of things that may stand next to a value: units, attributes, members. */
  readonly beside: (count: number) => string
}

const T0 = '2026-01-01T00:00:00'
const KVN_HEADS: Readonly<Record<string, { readonly meta: string; readonly part: string }>> = {
  CDM: { meta: '', part: 'OBJECT = OBJECT1\n' },
  OPM: { meta: '', part: `MAN_EPOCH_IGNITION = ${T0}\nUSER_DEFINED_A = 1\n` },
  OMM: { meta: '', part: 'USER_DEFINED_A = 1\n' },
  OEM: {
    meta: `META_START\nOBJECT_NAME = A\nOBJECT_ID = 1\nCENTER_NAME = EARTH\nREF_FRAME = GCRF\nTIME_SYSTEM = UTC\nSTART_TIME = ${T0}\nSTOP_TIME = ${T0}\nMETA_STOP\n`,
    part: `${T0} 7000 0 0 0 7.5 0\n`,
  },
  OCM: {
    meta: `META_START\nTIME_SYSTEM = UTC\nEPOCH_TZERO = ${T0}\nMETA_STOP\n`,
    part: `TRAJ_START\nTRAJ_TYPE = CARTPV\n1.0 7000 0 0 0 7.5 0\nTRAJ_STOP\nPHYS_START\nPHYS_STOP\n`,
  },
  TDM: {
    meta: 'META_START\nTIME_SYSTEM = UTC\nPARTICIPANT_1 = A\nMETA_STOP\nDATA_START\n',
    part: `RANGE = ${T0} 1\n`,
  },
  RDM: { meta: '', part: 'X = 1\n' },
}

function kvn(kind: string): Writing {
  const { meta, part } = KVN_HEADS[kind] ?? { meta: '', part: '' }
  const head = `CCSDS_${kind}_VERS = 2.0\nCREATION_DATE = ${T0}\nORIGINATOR = A\n`
  return {
    before: head + meta,
    after: '',
    message: head + meta + part,
    comment: (text) => `COMMENT ${text}\n`,
    value: (keyword, value) => `${keyword} = ${value}\n`,
    part,
    lineEnd: '\n',
    open: 'META_START\n',
    beside: (count) => `X_A = 1 ${'[km] '.repeat(count)}\n`,
  }
}

function xml(kind: string): Writing {
  const root = kind.toLowerCase()
  const begin = `<${root} id="CCSDS_${kind}_VERS" version="2.0">`
  const state = `<stateVector><EPOCH>${T0}</EPOCH><X>1</X></stateVector>`
  return {
    before: `<?xml version="1.0"?>${begin}<header><ORIGINATOR>A</ORIGINATOR></header><body><segment><metadata><TIME_SYSTEM>UTC</TIME_SYSTEM></metadata><data>`,
    after: `</data></segment></body></${root}>`,
    message: `${begin}<header><ORIGINATOR>A</ORIGINATOR></header></${root}>`,
    comment: (text) => `<COMMENT>${text}</COMMENT>`,
    value: (keyword, value) => `<${keyword}>${value}</${keyword}>`,
    part: kind === 'OEM' ? state : '<MAN_DURATION units="s">1</MAN_DURATION>',
    lineEnd: '\n',
    open: '<covarianceMatrix>',
    beside: (count) => `<X ${Array.from({ length: count }, (_, at) => `a${at}="&lt;"`).join(' ')}>1</X>`,
  }
}

function json(kind: string): Writing {
  const member = (name: string, value: string) => `${JSON.stringify(name)}:${JSON.stringify(value)},`
  return {
    before: `{"CCSDS_${kind}_VERS":"2.0",`,
    after: '"TCA":"x"}',
    message: `{"CCSDS_${kind}_VERS":"2.0"},`,
    comment: (text) => member('COMMENT_1', text),
    value: member,
    part: '"COMMENT":["a","b"],',
    lineEnd: '\n',
    open: '{"A":[',
    beside: (count) => `"X":{${'"a":"\\u0041",'.repeat(count)}"b":1},`,
  }
}

const csv: Writing = {
  before: 'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_ANOMALY\n',
  after: '',
  message: `A,1,${T0},1\n`,
  comment: (text) => `# ${text}\n`,
  value: (keyword, value) => `${keyword},"${value}",1,1\n`,
  part: `A,1,${T0},1\n`,
  lineEnd: '\n',
  open: '"A,',
  beside: (count) => `${',""'.repeat(count)}\n`,
}

const TLE_PAIR = `1 00005U 58002B   00179.78495062  .00000023  00000-0  28098-4 0  4753
2 00005  34.2682 348.7242 1859667 331.7664  19.3264 10.82419157413667
`
const tle: Writing = {
  before: '',
  after: '',
  message: TLE_PAIR,
  comment: (text) => `# ${text}\n`,
  value: (keyword, value) => `${keyword} ${value}\n`,
  part: TLE_PAIR,
  lineEnd: '\n',
  open: `${TLE_PAIR.slice(0, 70)}`,
  beside: (count) => `0 ${'A '.repeat(count)}\n`,
}

const MEME_HEAD = `created:2026-03-10 20:32:53 UTC
ephemeris_start:2026-03-10 20:16:42 UTC ephemeris_stop:2026-03-10 20:17:42 UTC step_size:60
ephemeris_source:blend
UVW
`
const MEME_STATE = `2026069201642.000 2331.5 -3812.25 -5288.125 7.5 1.25 1.125
4e-07 1e-08 9e-08 0 0 1.6e-07 1e-12
0 0 4e-12 0 0 0 0
1e-12 0 0 0 0 0 9e-12
`
const meme: Writing = {
  before: MEME_HEAD,
  after: '',
  message: MEME_HEAD + MEME_STATE,
  comment: (text) => `# ${text}\n`,
  value: (keyword, value) => `${keyword}:${value}\n`,
  part: MEME_STATE,
  lineEnd: '\n',
  open: '2026069201642.000 1 2 3 4 5 6\n',
  beside: (count) => `2026069201642.000${' 1'.repeat(count)}\n`,
}

const STK_HEAD = `stk.v.12.0
BEGIN Ephemeris
ScenarioEpoch 20 Nov 2026 09:30:00.25
CentralBody Earth
CoordinateSystem J2000
`
const stk: Writing = {
  before: `${STK_HEAD}EphemerisTimePosVel\n`,
  after: 'END Ephemeris\n',
  message: `${STK_HEAD}EphemerisTimePosVel\n0 7000.5 0 -1 0 7.5 0.125\nEND Ephemeris\n`,
  comment: (text) => `# ${text}\n`,
  value: (keyword, value) => `${keyword} ${value}\n`,
  part: '0 7000.5 0 -1 0 7.5 0.125\n',
  lineEnd: '\n',
  open: 'BEGIN SegmentBoundaryTimes\n',
  beside: (count) => `0${' 1'.repeat(count)}\n`,
}

const MAIL_HEAD = `To: bounces+${'0'.repeat(48)}@a.example
Content-Type: multipart/report; boundary="b"
`
const MAIL_REPORT = `
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; a.example
`
const MAIL_RECIPIENT = `
Action: failed
Status: 5.1.1
`
const mail: Writing = {
  before: MAIL_HEAD + MAIL_REPORT,
  after: '--b--\n',
  message: MAIL_HEAD + MAIL_REPORT + MAIL_RECIPIENT,
  comment: (text) => ` ${text}\n`,
  value: (keyword, value) => `${keyword}: ${value}\nDiagnostic-Code: smtp; ${value}\n`,
  part: MAIL_RECIPIENT,
  lineEnd: '\n',
  open: '--b\nContent-Type: multipart/report; boundary="b"\n\n',
  beside: (count) => `To: ${`b+${'v'.repeat(48)}@a, `.repeat(count)}\n`,
}

/** Every format that is read from a user's text. */
export const WRITINGS: Readonly<Record<string, Writing>> = {
  ...Object.fromEntries(Object.keys(KVN_HEADS).map((kind) => [`${kind} KVN`, kvn(kind)])),
  ...Object.fromEntries(Object.keys(KVN_HEADS).map((kind) => [`${kind} XML`, xml(kind)])),
  'CDM JSON': json('CDM'),
  'OMM JSON': json('OMM'),
  'OMM CSV': csv,
  TLE: tle,
  MEME: meme,
  STK: stk,
  mail,
}

const fill = (unit: string, characters: number) => unit.repeat(Math.ceil(characters / Math.max(1, unit.length)))
const isArray = (name: string) => name.endsWith('JSON')

/** The shapes by name, each with the function that makes its text in a format. */
export const SHAPES: Readonly<Record<string, (writing: Writing, name: string) => MakeText>> = {
  'good parts':
    ({ before, part, after }) =>
    (n) =>
      before + fill(part, n) + after,
  'one line without breaks':
    ({ before, part, after }) =>
    (n) =>
      (before + fill(part, n) + after).replaceAll('\n', ' '),
  'carriage returns only':
    ({ before, part, comment, after }) =>
    (n) =>
      (before + fill(`${comment('a')}${part}`, n) + after).replaceAll('\n', '\r'),
  'blanks in a value':
    ({ before, value, after }) =>
    (n) =>
      before + value('TCA', `a${' '.repeat(n)}b`) + after,
  'blanks in many values':
    ({ before, value, after }) =>
    (n) =>
      before + fill(value('TCA', `a${' '.repeat(60_000)}b`), n) + after,
  'blanks and breaks in values':
    ({ before, value, comment, after }) =>
    (n) =>
      before + fill(value('TCA', `a${' \n '.repeat(300)}b`) + comment(`HBR = 1${' '.repeat(1_000)}x`), n) + after,
  'blank lines':
    ({ before, part, after, lineEnd }) =>
    (n) =>
      before + part + fill(` ${lineEnd}`, n) + after,
  'deep nesting':
    ({ before, open }) =>
    (n) =>
      before + fill(open, n),
  'many messages':
    ({ message }, name) =>
    (n) => {
      const all = fill(message, n)
      if (isArray(name)) return `[${all}{}]`
      return name.endsWith('XML') ? `<ndm>${all}</ndm>` : all
    },
  'many beginnings':
    ({ before }, name) =>
    (n) =>
      (isArray(name) ? '[' : name.endsWith('XML') ? '<ndm>' : '') + fill(before, n),
  'many faults':
    ({ before, value, after }) =>
    (n) =>
      before + fill(value('x y', '$') + value('TCA', 'x') + value('MISS_DISTANCE', '1,5'), n) + after,
  'many comments':
    ({ before, comment, after }) =>
    (n) =>
      before + fill(comment('a'), n) + after,
  'long keywords':
    ({ before, value, after }) =>
    (n) =>
      before + fill(value(`A${'B'.repeat(4_000)}`, '1'), n) + after,
  'long values':
    ({ before, value, after }) =>
    (n) =>
      before + fill(value('MISS_DISTANCE', '9'.repeat(4_000)), n / 2) + value('TCA', '1'.repeat(n / 2)) + after,
  'quotes and brackets left open':
    ({ before, after }) =>
    (n) =>
      before + fill('"', n / 4) + fill('[', n / 4) + fill('<', n / 4) + fill('"a,', n / 4) + after,
  'much beside a value':
    ({ before, beside, after }) =>
    (n) =>
      before + fill(beside(60), n / 2) + beside(Math.ceil(n / 16)) + after,
  'words and blanks':
    ({ before, value, after }) =>
    (n) =>
      before + fill(value('TCA', `a${' - b'.repeat(200)}${' '.repeat(1_000)}!`), n) + after,
  'strange letters':
    ({ before, value, after }) =>
    (n) =>
      before + fill(value('TCA', '\u0000\u2028\ufeff\ud800é'), n) + after,
}
