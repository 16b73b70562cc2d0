import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint, SERVICES } from '../endpoint.ts'
import { SPEC_CALLS, SPEC_FIELDS, SPEC_QUERY } from '../spec.data.ts'
import { openApi } from './openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from './services.ts'

const INFO = { title: 'Apsis', description: 'Test', version: '0.3.4', tags: {} }
const printed = (service: (typeof SERVICES)[number]) =>
  JSON.parse(JSON.stringify(openApi(serviceInfo(service, '0.3.4'), SERVICE_ENDPOINTS[service])))

test.each(SERVICES)(
  'openApi() prints a document for %s that is valid against the OpenAPI 3.1 schema',
  async (service) => {
    const result = await new Validator().validate(printed(service))
    expect(result.errors ?? []).toEqual([])
    expect(result.valid).toBe(true)
  },
)

test('the validator refuses a broken document, so the test above can fail', async () => {
  const document = printed('userconfig')
  document.paths['/api/v1/notifications'].get.parameters[0].in = 'nowhere'
  expect((await new Validator().validate(document)).valid).toBe(false)
})

test('openApi() resolves every reference', () => {
  const document = printed('userconfig')
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
    (m) => m[1]!,
  )
  expect(references.length).toBeGreaterThan(5)
  expect(references.filter((name) => !(name in document.components.schemas))).toEqual([])
})

test('openApi() lists path and query parameters with their descriptions and marks required ones', () => {
  const { parameters } = printed('ca').paths['/api/v1/ca/userconfig/{user-config-id}'].put
  expect(parameters).toMatchObject([
    { name: 'user-config-id', in: 'path', required: true },
    { name: 'If-Match', in: 'header', required: false },
  ])
  const query = printed('userconfig').paths['/api/v1/notifications'].get.parameters
  expect(query.map((p: { name: string; required: boolean }) => [p.name, p.required])).toEqual([
    ['state', false],
    ['sort', false],
    ['page', false],
    ['limit', false],
  ])
})

test('openApi() gives an input its own name if the input differs from the output', () => {
  const Thing = z.object({ size: z.number().default(1) }).meta({ id: 'Thing' })
  const base = { summary: 's', description: 'd', tags: [], access: [], rate: 'read' } as const
  const make = endpoint({ ...base, method: 'POST', path: '/api/v1/things', body: Thing, response: Thing })
  const { schemas } = openApi(INFO, { make }).components as { schemas: Record<string, { required?: string[] }> }
  expect(schemas.Thing?.required).toEqual(['size'])
  expect(schemas.ThingInput?.required).toBeUndefined()
})

test('openApi() contains a named type once, whether an answer is this type or contains it', () => {
  const Part = z.strictObject({ size: z.number() }).meta({ id: 'Part' })
  const base = { summary: 's', description: 'd', tags: [], access: [], rate: 'read' } as const
  const get = endpoint({ ...base, method: 'GET', path: '/api/v1/parts/{part-id}', response: Part })
  const make = endpoint({ ...base, method: 'POST', path: '/api/v1/parts', body: Part, response: z.array(Part) })
  const { components, paths } = JSON.parse(JSON.stringify(openApi(INFO, { get, make })))
  // The same type is sent and answered, so it needs no second name.
  expect(Object.keys(components.schemas).filter((name) => name.startsWith('Part'))).toEqual(['Part'])
  expect(components.schemas.Part.properties).toEqual({ size: { type: 'number' } })
  const content = (answer: { content: object }) => Object.values(answer.content)[0].schema
  const reference = { $ref: '#/components/schemas/Part' }
  expect(content(paths['/api/v1/parts/{part-id}'].get.responses['200'])).toEqual(reference)
  expect(content(paths['/api/v1/parts'].post.responses['200']).items).toEqual(reference)
  expect(content(paths['/api/v1/parts'].post.requestBody)).toEqual(reference)
})

test('openApi() marks each field, parameter and schema that is not in the spec as an addition, and nothing else', () => {
  const { schemas } = printed('ca').components
  const { group, noradId, version } = schemas.Satellite.properties
  const { strategy } = schemas.SatelliteConfigurationInput.properties
  expect([group, version, schemas.Watch, strategy, noradId].map((one) => one['x-addition'])).toEqual([
    ...[true, true, true, true],
    undefined,
  ])
  for (const service of SERVICES)
    for (const [id, schema] of Object.entries<PrintedSchema>(printed(service).components.schemas)) {
      const fixed = SPEC_FIELDS[id.replace(/Input$/, '')]
      if (fixed === undefined) expect([id, schema['x-addition']]).toEqual([id, true])
      else if (fixed !== 'all') {
        const unmarked = Object.entries(schema.properties ?? {}).filter(([, part]) => part['x-addition'] !== true)
        expect(unmarked.map(([field]) => field).sort()).toEqual([...fixed].sort())
      }
    }
})

test('openApi() marks parameters that are not in the spec, if the spec names the query of the call', () => {
  for (const [call, fixed] of Object.entries(SPEC_QUERY)) {
    const [method = '', path = ''] = call.split(' ')
    const service = path.includes('/tle/') ? 'tle' : path.includes('/odt/') ? 'odt' : 'ca'
    const query: { name: string; in: string; 'x-addition'?: true }[] =
      printed(service).paths[path][method.toLowerCase()].parameters
    const unmarked = query.filter((one) => one.in === 'query' && one['x-addition'] !== true)
    const names = unmarked.map((one) => one.name).filter((one) => one !== 'page' && one !== 'limit')
    expect(names.sort()).toEqual([...fixed].sort())
  }
})

test('openApi() marks exactly the calls that are not in the spec', () => {
  const marked = SERVICES.flatMap((service) =>
    Object.entries<Record<string, { 'x-addition'?: true }>>(printed(service).paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, one]) => ({
        call: `${method.toUpperCase()} ${path}`,
        is: one['x-addition'] === true,
      })),
    ),
  )
  expect(marked.filter(({ is }) => is).length).toBeGreaterThan(30)
  expect(marked.filter(({ call, is }) => is === SPEC_CALLS.includes(call))).toEqual([])
})

test('the mark of an addition is for programs: no text in a document contains it', () => {
  for (const service of SERVICES) expect(JSON.stringify(printed(service))).not.toMatch(/"Addition\b/)
})

test('openApi() prints the plain words of propulsion for inputs, and not for answers', () => {
  const { Propulsion, PropulsionInput } = printed('ca').components.schemas
  expect(PropulsionInput.oneOf.filter((one: object) => 'enum' in one)).toEqual([
    { type: 'string', enum: ['IMPULSIVE', 'CONTINUOUS', 'DIFFERENTIAL_DRAG', 'NONE', 'UNKNOWN'] },
  ])
  expect([PropulsionInput.oneOf.length, Propulsion.oneOf.length]).toEqual([6, 5])
  expect(JSON.stringify(printed('ca'))).not.toContain('alsoTakes')
})

type PrintedSchema = {
  readonly type?: string | string[]
  readonly description?: string
  readonly 'x-addition'?: true
  readonly anyOf?: readonly PrintedSchema[]
  readonly items?: PrintedSchema
  readonly properties?: Record<string, PrintedSchema>
}

const isNumber = ({ type, anyOf, items }: PrintedSchema): boolean =>
  [type].flat().some((one) => one === 'number' || one === 'integer') ||
  (anyOf ?? []).some(isNumber) ||
  (items !== undefined && isNumber(items))

test.each(SERVICES)('the description of every number in %s says what it is, including its unit', (service) => {
  const bare = Object.entries<PrintedSchema>(printed(service).components.schemas).flatMap(([id, { properties = {} }]) =>
    Object.entries(properties).flatMap(([field, part]) => {
      const words = (part.description ?? '').trim()
      return isNumber(part) && words === '' ? [`${id}.${field}`] : []
    }),
  )
  expect(bare).toEqual([])
})

test('openApi() keeps the examples of values that are parsed from a text', () => {
  const minutes = z
    .string()
    .transform(Number)
    .meta({ examples: ['15'], description: 'd' })
  const base = { summary: 's', description: 'd', tags: [], access: [], rate: 'read' } as const
  const body = z.object({ minutes }).meta({ id: 'Wait' })
  const make = endpoint({ ...base, method: 'POST', path: '/api/v1/waits', body, response: z.object({}) })
  const { schemas } = openApi(INFO, { make }).components as {
    schemas: Record<string, { properties?: Record<string, { examples?: unknown }> }>
  }
  const printedExamples = Object.values(schemas).map(({ properties }) => properties?.minutes?.examples)
  expect(printedExamples).toContainEqual(['15'])
})
