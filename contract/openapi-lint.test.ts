import { expect, test } from 'vitest'
import { SERVICES } from './endpoint.ts'
import { openApi } from './openapi.ts'
import { SERVICE_ENDPOINTS, serviceInfo } from './services.ts'

const printed = (service: (typeof SERVICES)[number]) =>
  openApi(serviceInfo(service, '0.3.4'), SERVICE_ENDPOINTS[service])

type Problem = { readonly ruleId: string; readonly message: string; readonly location: readonly { pointer?: string }[] }
/** As much of the linter as is used. Its own types cost the compiler nearly half as much again as the whole member. */
type Linter = {
  createConfig(config: { extends: string[] }): Promise<object>
  lintFromString(options: { source: string; absoluteRef: string; config: object }): Promise<Problem[]>
}
const LINTER: string = '@redocly/openapi-core'

/** What the linter that the field uses (Redocly, its recommended rules) finds wrong with a document. */
async function found(document: object): Promise<string[]> {
  const { createConfig, lintFromString }: Linter = await import(LINTER)
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return problems.map(({ ruleId, location, message }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
}

/** Paths that the spec fixes (§7): one ends with a slash, and one has a word where others have an id, which is never a word. */
const OF_THE_SPEC = [
  /^no-path-trailing-slash at #\/paths\/~1api~1v1~1\w+~1openapi~1: /,
  /^no-ambiguous-paths .*\/satellites\/operator\/{noradId}/,
]

test.each(SERVICES)('a linter finds neither an error nor a warning in the document of %s', async (service) => {
  expect((await found(printed(service))).filter((one) => !OF_THE_SPEC.some((known) => known.test(one)))).toEqual([])
})

test('the linter finds a tag without a description and an example that does not fit, so the test above can fail', async () => {
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

test.each(SERVICES)(
  'no list in the document of %s has parts of several kinds, which openapi-python-client refuses',
  (service) => {
    expect(JSON.stringify(printed(service))).not.toMatch(/"prefixItems":|"items":(?:true|false)/)
  },
)
