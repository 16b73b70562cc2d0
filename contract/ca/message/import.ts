import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Id, Instant, PAGE_NOTE, pageOf } from '../../page.ts'
import { CA_USER } from '../../roles.ts'
import { CdmIntake } from './cdm.ts'

/** The maximum number of files in one import, and their total size in bytes. */
export const IMPORT_LIMITS = { files: 2_000, bytes: 200 * 1024 ** 2, atOnceBytes: 20 * 1024 ** 2 } as const

const ID = '0b7e3f64-55d1-4c0a-9d3e-7d0a5b1c2e90'
const IMPORT_STATES = ['RECEIVING', 'WORKING', 'DONE'] as const

const counts = {
  messages: z.int().meta({ description: 'Messages that are known of so far; a file is counted when it is opened' }),
  accepted: z.int().meta({ description: 'Messages that were taken in' }),
  duplicate: z.int().meta({ description: 'Messages that were known already' }),
  refused: z.int().meta({ description: 'Messages with a fault' }),
}

/** A file of an import. */
const ImportFile = z
  .strictObject({
    place: z.int().meta({ description: 'Its place in the list, from 0: under this name it is sent' }),
    name: z.string(),
    bytes: z.int().meta({ description: 'Size of the file' }),
    state: z
      .enum(['MISSING', 'WAITING', 'DONE'])
      .meta({ description: 'MISSING: has not arrived; WAITING: has arrived and is, or will be, read' }),
    ...counts,
  })
  .meta({ id: 'ImportFile', description: 'A file of an import, and what became of its messages' })

const EXAMPLE = {
  importId: ID,
  at: '2026-11-20T06:00:00.000Z',
  by: 'demo',
  state: 'WORKING',
  endedAt: null,
  files: 1,
  messages: 5_000,
  accepted: 1_200,
  duplicate: 3,
  refused: 1,
} as const

const EXAMPLE_FILE = {
  place: 0,
  name: 'conjunctions.zip',
  bytes: 1_048_576,
  state: 'WAITING',
  messages: 5_000,
  accepted: 1_200,
  duplicate: 3,
  refused: 1,
} as const

/** Messages that are imported in the background. */
export const Import = z
  .strictObject({
    importId: Id,
    at: Instant,
    by: z.string().meta({ description: 'User name' }),
    state: z.enum(IMPORT_STATES).meta({ description: 'RECEIVING until all files have arrived' }),
    endedAt: Instant.nullable(),
    files: z.int().meta({ description: 'Files that were announced' }),
    ...counts,
  })
  .meta({
    id: 'MessageImport',
    description: 'Files of messages that are taken in as a job',
    examples: [EXAMPLE],
  })
export type Import = z.output<typeof Import>

export const ImportDetail = Import.extend({ list: z.array(ImportFile) }).meta({
  id: 'ImportDetail',
  description: 'An import with its files',
  examples: [{ ...EXAMPLE, list: [EXAMPLE_FILE] }],
})
export type ImportDetail = z.output<typeof ImportDetail>

/** The result for one message of an import. */
export const ImportRow = CdmIntake.extend({
  place: z.int().meta({ description: 'Of the file' }),
  file: z.string(),
  objects: z.array(z.string()).nullable().meta({ description: 'Names of both objects, ours first; null: refused' }),
  tca: Instant.nullable(),
  probability: z
    .number()
    .nullable()
    .meta({ description: 'Probability of collision, 0 to 1; null where there is none' }),
}).meta({
  id: 'ImportRow',
  description: 'What became of one message of an import',
  examples: [
    {
      place: 0,
      file: 'conjunctions.zip',
      name: 'conjunctions.zip/000012.cdm',
      status: 'accepted',
      cdmId: ID,
      conjunctionId: ID,
      messageId: '000012_conj_90001_vs_90003',
      riskLevel: 'HIGH',
      errors: [],
      objects: ['SAT-3', 'SIM DEB 0223'],
      tca: '2026-11-21T04:11:09.120Z',
      probability: 2.12e-4,
    },
  ],
})
export type ImportRow = z.output<typeof ImportRow>

const common = { tags: ['imports'], access: [CA_USER] } as const
const params = z.strictObject({ 'import-id': Id })

export const createImport = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/imports',
  summary: 'Begin an import of messages',
  description:
    'For many messages: says which files will come, up to 2,000 files and 200 MiB in all, of 20 MiB at most each. They are then sent, some at a time, and taken in one after the other, each for itself, as POST /ca/cdms would; nobody has to wait. A zip may hold 10,000 files here, of 200 MiB unpacked. Five imports of an organisation may be under way (409); one of which nothing has come for 15 minutes does not count. The newest 100 imports are kept.',
  rate: 'write',
  body: z
    .strictObject({
      files: z
        .array(
          z.strictObject({
            name: z.string().min(1).max(255),
            bytes: z.int().min(0).max(IMPORT_LIMITS.atOnceBytes),
          }),
        )
        .min(1)
        .max(IMPORT_LIMITS.files),
    })
    .meta({ examples: [{ files: [{ name: 'conjunction.cdm', bytes: 4_804 }] }] }),
  response: ImportDetail,
  status: 201,
  errors: ['unprocessable', 'conflict'],
})

export const sendImportFiles = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/ca/imports/{import-id}/files',
  summary: 'Send files of an import',
  description:
    'A form of files (field file), each under the name of its place in the list: "0", "1", … Several fit in a form, up to 20 MiB together. A file that has arrived before is left as it is: after a broken connection, ask which are MISSING and send those.',
  rate: 'upload',
  params,
  upload: {
    media: ['multipart/form-data'],
    maxBytes: IMPORT_LIMITS.atOnceBytes,
    isMany: true,
    sample: { file: 'conjunction.cdm', name: '0' },
  },
  response: ImportDetail,
  errors: ['unprocessable', 'conflict'],
})

export const listImports = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/imports',
  summary: 'List imports',
  description: `Newest first. ${PAGE_NOTE}`,
  rate: 'read',
  query: z.strictObject(pageOf({ standard: 20, most: 100 })),
  response: z.array(Import),
})

export const getImport = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/imports/{import-id}',
  summary: 'Read an import',
  description:
    'How far it is: which files have arrived, and what became of their messages so far. Changes of it come over the event stream as `import`.',
  rate: 'read',
  params,
  response: ImportDetail,
})

export const withdrawImport = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/v1/ca/imports/{import-id}',
  summary: 'Withdraw an import',
  description:
    'Files that have not arrived are no longer awaited. What has arrived is taken in all the same, and the import ends with it; one of which nothing has arrived is removed. Refused (409) where every file has arrived.',
  rate: 'write',
  params,
  errors: ['conflict'],
})

export const listImportRows = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/imports/{import-id}/messages',
  summary: 'List the messages of an import',
  description: `In the order of the files. ${PAGE_NOTE}`,
  rate: 'read',
  params,
  query: z.strictObject({
    status: CdmIntake.shape.status.optional(),
    ...pageOf({ standard: 100, most: 1_000 }),
  }),
  response: z.array(ImportRow),
})

export const getImportReport = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/ca/imports/{import-id}/report',
  summary: 'Read the report of an import',
  description: 'All its messages as one file, CSV or JSON, with a line for each.',
  rate: 'read',
  params,
  query: z.strictObject({ format: z.enum(['csv', 'json']).default('csv') }),
  response: z.array(ImportRow),
  file: ['text/csv'],
})
