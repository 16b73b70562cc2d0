import { expect, test } from 'vitest'
import { SERVICES } from '../endpoint.ts'
import { openApi } from './openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from './services.ts'

const printed = (service: (typeof SERVICES)[number]) =>
  openApi(serviceInfo(service, '0.3.4'), SERVICE_ENDPOINTS[service])

const SENDABLE = [
  'application/json',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
]

type Problem = { readonly ruleId: string; readonly message: string; readonly location: readonly { pointer?: string }[] }
/** The part of the linter that is used. With its own types, the compiler would take nearly 1.5 times as long for this package. */
type Linter = {
  createConfig(config: { extends: string[] }): Promise<object>
  lintFromString(options: { source: string; absoluteRef: string; config: object }): Promise<Problem[]>
}
const LINTER: string = '@redocly/openapi-core'

/** Returns the faults that the usual linter (Redocly, with its recommended rules) finds in a document. */
async function found(document: object): Promise<string[]> {
  const { createConfig, lintFromString }: Linter = await import(LINTER)
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
}

/** Paths that the spec prescribes (§7): one ends with a slash, and one has a fixed word where another path has an id; no id can be this word. */
const OF_THE_SPEC = [
  /^no-path-trailing-slash at #\/paths\/~1api~1v1~1\w+~1openapi~1: /,
  /^no-ambiguous-paths .*\/satellites\/operator\/{noradId}/,
]

test.each(SERVICES)('a linter finds neither an error nor a warning in the document of %s', async (service) => {
  expect((await found(printed(service))).filter((one) => !OF_THE_SPEC.some((known) => known.test(one)))).toEqual([])
})

test('the linter finds a tag without a description and an example that does not match, so the test above can fail', async () => {
  const document = JSON.parse(JSON.stringify(printed('tle')))
  delete document.tags[0].description
  document.components.schemas.Problem.examples = [{}]
  expect(await found(document)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^tag-description at #\/tags\/0\/description: /),
      expect.stringMatching(/^no-invalid-schema-examples at #\/components\/schemas\/Problem\/examples\/0: /),
    ]),
  )
})

type DescribedOperation = {
  readonly operationId: string
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> }
}

test.each(SERVICES)(
  'no list in the document of %s has items of several kinds, which openapi-python-client refuses',
  (service) => {
    expect(JSON.stringify(printed(service))).not.toMatch(/"prefixItems":|"items":(?:true|false)/)
  },
)

test.each(SERVICES)(
  'each call of %s that accepts a file accepts it in a form that openapi-python-client can send',
  (service) => {
    const paths = printed(service).paths as Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
    const unsendable = Object.values(paths)
      .flatMap((path) => Object.values(path))
      .filter(({ requestBody }) => requestBody && !SENDABLE.some((type) => type in requestBody.content))
    expect(unsendable.map(({ operationId }) => operationId)).toEqual([])
  },
)

/** Returns every object of a document, with the fields that it describes. */
function fieldsOf(node: unknown): string[][] {
  if (typeof node !== 'object' || node === null) return []
  const { properties } = node as { readonly properties?: object }
  const own = properties === undefined ? [] : [Object.keys(properties)]
  return [...own, ...Object.values(node).flatMap(fieldsOf)]
}

test.each(SERVICES)(
  'no two fields in an object of %s differ only by hyphens and case, because they would be the same name in Java',
  (service) => {
    const inJava = (name: string) => name.replace(/\W|_/g, '').toLowerCase()
    const objects = fieldsOf(printed(service))
    expect(objects.length).toBeGreaterThan(0)
    expect(objects.filter((names) => new Set(names.map(inJava)).size < names.length)).toEqual([])
  },
)

test.each(SERVICES)('no field of %s is always null, which the Python generator does not support', (service) => {
  expect(JSON.stringify(printed(service))).not.toMatch(/"\w+":\{(?:"description":"[^"]*",)?"type":"null"/)
})

test.each(SERVICES)('no choice between numbers in %s is of type number, which Java cannot compile', (service) => {
  expect(JSON.stringify(printed(service))).not.toMatch(/"type":"number","(?:enum|const)":/)
})

test.each(SERVICES)('every pattern in %s is also valid without the flag u, and refuses the same', (service) => {
  const patterns = [...JSON.stringify(printed(service)).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)]
  expect(patterns.map(([, text = '']) => JSON.parse(text)).filter((text) => /\\p\{/i.test(text))).toEqual([])
  const [, printable] = /"pattern":("\^\[\^\\\\u0000[^"]*")/.exec(JSON.stringify(printed('userconfig'))) ?? []
  const pattern = new RegExp(JSON.parse(printable ?? '""'))
  const every = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code))
  expect(every.filter((one) => pattern.test(one) !== /^\P{Cc}$/u.test(one))).toEqual([])
})

test.each(SERVICES)('an operation of %s is named with the verbs of the project', (service) => {
  const ids = Object.values(printed(service).paths as Record<string, Record<string, { operationId: string }>>)
    .flatMap((item) => Object.values(item))
    .map(({ operationId }) => operationId)
  expect(ids.length).toBeGreaterThan(0)
  expect(ids.filter((id) => /^(?:read(?!Handover)|put|delete|give|save)/.test(id))).toEqual([])
})
