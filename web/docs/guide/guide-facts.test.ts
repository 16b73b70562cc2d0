import { ERRORS } from '@apsis/contract/errors.ts'
import { VIEW_PARAMETERS } from '@apsis/contract/userconfig/conjunction-view.ts'
import { expect, test } from 'vitest'
import { DESTINATIONS } from '../../shell/destinations.ts'
import { COMMANDS } from '../../shell/key/commands.ts'
import { paths } from '../../site/paths.ts'
import { QUANTITIES } from '../../ui/format/quantity.ts'
import { GUIDES } from './testing/guides.ts'

const [routes = ''] = Object.values(
  import.meta.glob<string>('../../routes.tsx', { query: '?raw', import: 'default', eager: true }),
)

/** The parameters of the screens that list them in a separate file. */
const listedApart = Object.values(
  import.meta.glob<string>(
    [
      '../../ca/event/question.ts',
      '../../ca/event/page/view/search-names.ts',
      '../../ca/space/search-names.ts',
      '../../ca/statistics/search-names.ts',
      '../../ca/element-sets/search-names.ts',
      '../../ca/plan/designer/search-names.ts',
      '../../odt/search-names.ts',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
).flatMap((file) => [...file.matchAll(/SEARCH(?:_NAMES)? = \[([\s\S]*?)\] as const\n/g)].map((found) => found[1] ?? ''))

function bodyOf(file: string, language: 'en' | 'de' = 'en'): string {
  const guide = GUIDES[language].find((one) => one.page === 'platform' && one.file === file)
  if (!guide) throw new Error(`There is no guide platform/${file}.`)
  return guide.body
}
/** Returns the rows of the tables of a guide as lists of cells. */
function rowsOf(body: string): string[][] {
  return body
    .split('\n')
    .filter((line) => /^\| *`|^\| *[^-|]/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}
/** Returns keys as a guide writes them: `g` `c`. */
const written = (keys: string) =>
  keys
    .split(' ')
    .map((key, at, all) => `\`${all[0] === 'Ctrl' && at > 0 ? key.toUpperCase() : key}\``)
    .join(' ')

test('the error catalogue lists every problem of the contract with its status and its meaning', () => {
  const listed = rowsOf(bodyOf('error-catalogue')).filter(([status = '']) => /^\d+$/.test(status))
  expect(listed).toEqual(
    Object.entries(ERRORS).map(([code, { status, meaning }]) => [`${status}`, `\`${code}\``, meaning]),
  )
})

test('the German error catalogue lists the same problems in the same order', () => {
  const listed = rowsOf(bodyOf('error-catalogue', 'de')).filter(([status = '']) => /^\d+$/.test(status))
  expect(listed.map(([status, code]) => [status, code])).toEqual(
    Object.entries(ERRORS).map(([code, { status }]) => [`${status}`, `\`${code}\``]),
  )
})

test('errors and limits names only existing problems, with their statuses', () => {
  const listed = rowsOf(bodyOf('errors-and-limits')).flatMap(([status = '', codes = '']) =>
    /^\d+$/.test(status) ? [...codes.matchAll(/`([^`]+)`/g)].map(([, code = '']) => [code, status]) : [],
  )
  const known: Readonly<Record<string, { readonly status: number }>> = ERRORS
  expect(listed.length).toBeGreaterThan(5)
  expect(listed.filter(([code = '', status]) => `${known[code]?.status}` !== status)).toEqual([])
})

test.each(['en', 'de'] as const)('the keyboard guide in %s lists every shortcut, and no other', (language) => {
  const cells = rowsOf(bodyOf('keyboard', language)).map(([keys = '']) => keys)
  const ours = [...COMMANDS, ...DESTINATIONS].flatMap((one) => ('keys' in one ? [written(one.keys)] : []))
  const missing = ours.filter((keys) => !cells.some((cell) => cell === keys || cell.startsWith(`${keys} `)))
  expect(missing).toEqual([])
  const goes = cells.filter((cell) => cell.startsWith('`g` '))
  expect(goes.filter((cell) => !ours.includes(cell))).toEqual([])
})

test.each(['en', 'de'] as const)(
  'the guide to addresses in %s lists every parameter of the route table',
  (language) => {
    const calls = routes.matchAll(/searchOf\(([^)]*)\)|retainSearchParams\(\[([^\]]*)\]/g)
    const lists = [...calls].map(([, own = '', kept = '']) => own + kept)
    const inWeb = [...lists, ...listedApart].flatMap((list) => [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name))
    const named = [...inWeb, ...VIEW_PARAMETERS]
    const listed = rowsOf(bodyOf('addresses', language)).flatMap(([names = '']) =>
      [...names.matchAll(/`([\w-]+)`/g)].map(([, name]) => name),
    )
    expect([...new Set(listed)].sort()).toEqual([...new Set(named)].sort())
  },
)

test('the guide to units names the unit and the digits of every quantity it lists', () => {
  const rows = rowsOf(bodyOf('time-and-units'))
  const digits = ({ decimals, significant }: { decimals?: number; significant?: number }) => {
    if (significant !== undefined) return `${significant} significant`
    if (decimals === 0) return 'whole'
    return `${decimals} decimal${decimals === 1 ? '' : 's'}`
  }
  const listed = {
    'miss distance, uncertainty': QUANTITIES.missDistance,
    'separation in R, T, N': QUANTITIES.separation,
    'hard-body radius': QUANTITIES.hardBodyRadius,
    'relative speed': QUANTITIES.relativeSpeed,
    Δv: QUANTITIES.deltaV,
    altitude: QUANTITIES.altitude,
    angle: QUANTITIES.angle,
    'residual, association threshold': QUANTITIES.associationThreshold,
    brightness: QUANTITIES.magnitude,
    mass: QUANTITIES.mass,
    area: QUANTITIES.area,
    thrust: QUANTITIES.thrust,
    'specific impulse': QUANTITIES.specificImpulse,
  }
  const told = Object.keys(listed).map((name) => rows.find(([first]) => first === name))
  const expected = Object.entries(listed).map(([name, quantity]) => [
    name,
    quantity.unit,
    `${digits(quantity)}${'signed' in quantity ? ', always with its sign' : ''}`,
  ])
  expect(told).toEqual(expected)
})

/** Returns an address of the route table as spec §2 writes it, with and without its optional parts. */
function spelt(path: string): string[] {
  const full = path.replace(/\{-\$(\w+)\}/g, ':$1').replace(/\$(\w+)/g, ':$1')
  return path.endsWith('}') ? [full, full.replace(/\/:\w+$/, '')] : [full]
}

test.each(['en', 'de'] as const)('the guide to addresses in %s lists every screen, and no other', (language) => {
  const listed = rowsOf(bodyOf('addresses', language)).flatMap(([, addresses = '']) =>
    [...addresses.matchAll(/`(\/[^`]*)`/g)].map(([, address = '']) => address),
  )
  const all = Object.values(paths).flatMap(spelt)
  // In the route table an account page may be any text, but in fact it is one of two.
  const known = [...all, '/account/profile', '/account/notifications']
  expect(listed.filter((address) => !known.includes(address))).toEqual([])
  const { dev, kitchensink, threeD, connectionError, odt, ca, account, ...screens } = paths
  const missing = Object.values(screens).filter((path) => !spelt(path).some((one) => listed.includes(one)))
  expect(missing).toEqual([])
})
