import { NoticeExample } from '@apsis/contract/notifications/example.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../platform/testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const ask = (search: string, accept = 'application/json') =>
  fetch(`${api.origin}/api/v1/notifications/example${search}`, { headers: { accept } })
const example = async (search: string) => NoticeExample.parse(await (await ask(search)).json())

// This is the event of design/alerts.html; a doubled probability is shown with both numbers.
test.each([
  ['?lang=en', 'EXAMPLE', 'CRITICAL', '2.12\u00a0×\u00a010⁻⁴', '1.06\u00a0×\u00a010⁻⁴', 'Acknowledge'],
  ['?lang=de', 'BEISPIEL', 'Kritisch', '2,12\u00a0×\u00a010⁻⁴', '1,06\u00a0×\u00a010⁻⁴', 'Quittieren'],
])(
  'with %s the mail, the card and the message say that they are an example, and contain the same facts',
  async (search, ...words) => {
    const [mark = '', level = '', probability = '', before = '', acknowledge = ''] = words
    const { subject, text, html, teams, slack } = await example(search)
    expect(subject).toMatch(new RegExp(`^\\[${mark}\\] .* ${level}: SAT-3 × COSMOS 2251 DEB$`))
    for (const content of [text, html, JSON.stringify(teams), JSON.stringify(slack)]) {
      for (const word of [mark, probability, '182 m', '2026-11-21 14:13:07 Z', acknowledge])
        expect(content).toContain(word)
    }
    for (const mail of [text, html]) expect(mail).toContain(before)
  },
)

test('our own pages may frame the page of the mail; it runs no scripts, and looks as in a light or a dark mail program', async () => {
  const answer = await ask('?look=dark', 'text/html')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'; img-src data:; style-src 'unsafe-inline';.*frame-ancestors 'self'$/)
  const dark = await answer.text()
  expect(dark).toContain('@media all{')
  expect(dark).toContain('<meta name="color-scheme" content="dark">')
  const light = await (await ask('?look=light', 'text/html')).text()
  expect(light).toContain('@media not all{')
  // If no look is requested, the mail is unchanged: the mail program decides.
  expect((await example('')).html).toContain('@media (prefers-color-scheme:dark){')
})

test('the example links to nobody’s data: every link leads to the settings', async () => {
  const { text, html, teams, slack } = await example('?lang=en')
  const mail = [...`${text} ${html}`.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link)
  // These are the links of the cards' buttons and texts; `$schema` only names the format.
  const cards = [teams, slack].map((card) => {
    const links = [...JSON.stringify(card).matchAll(/"(?!\$schema)[^"]+":"(https?:[^"]+)"|<(https?:[^|>]+)/g)]
    return links.map(([, field, written]) => field ?? written ?? '')
  })
  // The button for passing on is further down on the same page.
  const places = (links: readonly string[]) => [...new Set(links.map((link) => link.replace(/#pass$/, '')))]
  const settings = [`${api.config.publicUrl}/account/notifications`]
  expect([mail, ...cards].map(places)).toEqual([settings, settings, settings])
})
