import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'

export const BURN_NOTICE_LIMITS = {
  /** The maximum number of notices of one organisation. */
  notices: 5_000,
  /** The maximum number of burns in one file. */
  burns: 100,
  /** The maximum number of states and covariances in one file, for example the OCM of a plan with its whole path, which has 12,000 lines. */
  lines: 100_000,
  /** The limit of a file's content is the same as for an ephemeris. */
  bytes: 25 * 1024 * 1024,
  /** The maximum length of a note, in characters; a longer note in a file is cut. */
  note: 1_000,
  /** The longest burn is a month of low thrust. */
  days: 31,
  /** A burn is shown for this time after its ignition; an orbit that is determined later already includes it. */
  shownDays: 14,
} as const

export const BURN_NOTICE_SOURCES = ['ENTERED', 'OPM', 'OCM'] as const

const NoradId = z.int().min(1).max(999_999_999)
const Vector = z.tuple([z.number(), z.number(), z.number()])

const DeltaV = z
  .strictObject({
    frame: z.string().trim().min(1).max(40).meta({ description: 'Its axes, as whoever announced the burn calls them' }),
    vector: Vector.meta({ description: 'Velocity after minus before, m/s' }),
  })
  .meta({
    id: 'BurnNoticeDeltaV',
    description: 'The Δv of an announced burn',
    examples: [{ frame: 'RTN', vector: [0, 0.045, 0] }],
  })

const fields = {
  noradId: NoradId.meta({ description: 'Catalogue number of the object that burns, your own or another’s' }),
  ignition: Instant.meta({ description: 'When it begins' }),
  durationS: z
    .number()
    .min(0)
    .max(BURN_NOTICE_LIMITS.days * 86_400)
    .default(0)
    .meta({ description: 's; 0: an impulse, or not told' }),
  deltaV: DeltaV.nullable().default(null).meta({ description: 'null: not told' }),
  announcedBy: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .meta({ description: 'Who announced it', examples: ['Example Orbital'] }),
  note: z.string().trim().max(BURN_NOTICE_LIMITS.note).default(''),
}

const EXAMPLE = {
  noradId: 43_617,
  ignition: '2026-11-21T08:30:00.000Z',
  durationS: 42,
  deltaV: { frame: 'RTN', vector: [0, 0.045, 0] as [number, number, number] },
  announcedBy: 'Example Orbital',
  note: 'by e-mail',
}

/** A burn notice that a person enters. */
export const NewBurnNotice = z
  .strictObject(fields)
  .meta({ id: 'NewBurnNotice', description: 'A burn that somebody has announced', examples: [EXAMPLE] })
export type NewBurnNotice = z.output<typeof NewBurnNotice>

export const BurnNotice = z
  .strictObject({
    noticeId: Id,
    ...fields,
    satelliteId: Id.nullable().meta({ description: 'Your satellite of that number; null: the object is not yours' }),
    source: z.enum(BURN_NOTICE_SOURCES),
    receivedAt: Instant,
    receivedBy: z.string().meta({ description: 'Who entered or loaded it' }),
  })
  .meta({
    id: 'BurnNotice',
    description: 'A burn that was planned elsewhere and announced',
    examples: [
      {
        noticeId: 'c0a80121-7ac0-4e1c-9a1c-1f0f3f2f7a11',
        ...EXAMPLE,
        satelliteId: null,
        source: 'OPM',
        receivedAt: '2026-11-20T05:55:00.000Z',
        receivedBy: 'demo',
      },
    ],
  })
export type BurnNotice = z.output<typeof BurnNotice>

const common = { tags: ['burn notices'], access: [CA_USER] } as const

export const listBurnNotices = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/burn-notices',
  summary: 'List announced burns',
  description: `Burns that were planned elsewhere, by ignition. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'norad-id': z.coerce.number().int().min(1).max(999_999_999).optional(),
    'ignition-after': Instant.optional().meta({ description: 'Burns that begin then or later' }),
    'ignition-before': Instant.optional(),
    ...pageOf({ standard: 100, most: 500 }),
  }),
  response: z.array(BurnNotice),
})

export const createBurnNotice = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/burn-notices',
  summary: 'Enter an announced burn',
  description:
    'Whoever has an open event with the object after its burn is told. The same object, ignition and announcer again replaces what was known, and another Δv or duration is told. Of 5,000 notices the oldest burns give way, those of the last 14 days do not. 409: too many are kept.',
  rate: 'write',
  body: NewBurnNotice,
  response: BurnNotice,
  status: 201,
  errors: ['conflict'],
})

export const loadBurnNotices = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/burn-notices/file',
  summary: 'Load announced burns from a message',
  description:
    'An OPM with manoeuvre blocks or an OCM with MAN sections, in KVN or XML; times in any scale of CCSDS 502.0-B. All burns of it are taken, or none. Whose burn it is comes from its object: a catalogue number, or the international designator of a satellite of yours; else `norad-id` has to say it. 422: `norad-id` is another object than the message names, or two burns of it begin at one time. Acceleration alone is taken without a Δv; deployments are left out. A path that stands in the file is not used; 422 where it has more than 100,000 states and covariances.',
  rate: 'upload',
  query: z.strictObject({
    'norad-id': z.coerce
      .number()
      .int()
      .min(1)
      .max(999_999_999)
      .optional()
      .meta({ description: 'Whose burns they are' }),
  }),
  upload: {
    media: ['text/plain', 'application/xml', 'text/xml', 'application/octet-stream'],
    maxBytes: BURN_NOTICE_LIMITS.bytes,
    sample: { file: 'burn.opm' },
  },
  response: z.array(BurnNotice),
  status: 201,
  errors: ['conflict', 'unprocessable'],
})

export const removeBurnNotice = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/burn-notices/{notice-id}',
  summary: 'Remove an announced burn',
  description:
    'It was cancelled, or entered by mistake; whoever has an open event with the object after its burn is told. The audit trail keeps what it was.',
  rate: 'write',
  params: z.strictObject({ 'notice-id': Id }),
})

export const SILENT_BURN_LIMITS = {
  /** A burn is reported and shown for this time after it took place; orbits that are determined later already include it. */
  shownDays: 14,
} as const

/** The data in which a burn is visible: the history of element sets, or the organisation's own tracks of an object, compared with one orbit. */
export const SILENT_BURN_SOURCES = ['ELEMENT_SETS', 'TRACKS'] as const

export const SILENT_BURN_DIRECTIONS = ['along-track', 'against-track', 'cross-track'] as const

export const SilentBurn = z
  .strictObject({
    noradId: z.int().meta({ description: 'Catalogue number of the object' }),
    satelliteId: Id.nullable().meta({ description: 'Your satellite of that number; null: the object is not yours' }),
    from: Instant.meta({
      description:
        'Epoch of the last element set before the burn, or the last track before it; in orbits of less than two revolutions a day earlier, where the longitude says that that set went on with the orbit of before',
    }),
    to: Instant.meta({
      description:
        'Epoch of the first element set that shows it, or the first track behind it. A fit takes a burn in late: it may have been up to 3 days before, in geosynchronous orbit 5',
    }),
    deltaVMps: z.number().meta({ description: 'Least Δv that changes the orbit so, m/s' }),
    direction: z.enum(SILENT_BURN_DIRECTIONS),
    confidence: z.number().meta({
      description:
        'How far it stands out of the noise of the element sets of this object, or of what its orbit foretells: 0.5 at the threshold, towards 1 above it',
    }),
    source: z.enum(SILENT_BURN_SOURCES).meta({ description: 'What shows it' }),
    observationFileId: Id.nullable().meta({ description: 'The first track behind it; null: element sets show it' }),
    isSimulated: z.boolean(),
    foundAt: Instant,
  })
  .meta({
    id: 'SilentBurn',
    description: 'A burn that element sets or tracks show and that nobody has announced',
    examples: [
      {
        noradId: 43_617,
        satelliteId: null,
        from: '2026-11-17T03:12:00.000Z',
        to: '2026-11-17T15:20:00.000Z',
        deltaVMps: 0.021,
        direction: 'along-track',
        confidence: 0.78,
        source: 'ELEMENT_SETS',
        observationFileId: null,
        isSimulated: false,
        foundAt: '2026-11-18T20:00:00.000Z',
      },
    ],
  })
export type SilentBurn = z.output<typeof SilentBurn>

export const listSilentBurns = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/burn-notices/silent',
  summary: 'List burns that nobody has announced',
  description: `What the element sets of the last 14 days show of your satellites and of the other objects of your open events, and your own tracks of any object, newest first, less what a burn notice or a plan of yours explains. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject({
    'norad-id': z.coerce.number().int().min(1).max(999_999_999).optional(),
    ...pageOf({ standard: 100, most: 500 }),
  }),
  response: z.array(SilentBurn),
})
