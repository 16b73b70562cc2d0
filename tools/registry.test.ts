import { expect, test } from 'vitest'
import { ROOT } from './run/step.ts'

type RegistryStage = {
  readonly find: (name: string) => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
  readonly settings?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

// The file is JavaScript, because it runs before anything is installed, so its type is declared here.
const { unknownRegistry }: { unknownRegistry: (cwd: string, given: RegistryStage) => Promise<string | undefined> } =
  await import(new URL('./registry.mjs', import.meta.url).href)

const REGISTRY = 'https://registry.example/npm/'

/** Makes a network whose first lookups fail, with the requests and waits that it saw. */
function network(failures: number) {
  const asked: string[] = []
  const waited: number[] = []
  return {
    asked,
    waited,
    find: async (name: string) => {
      asked.push(name)
      if (asked.length <= failures) throw new Error('ENOTFOUND')
    },
    wait: async (ms: number) => void waited.push(ms),
  }
}

test('unknownRegistry() names a registry whose address is not found, after three tries', async () => {
  const { find, wait, asked, waited } = network(9)
  expect(await unknownRegistry(ROOT, { find, wait, settings: { registry: REGISTRY }, env: {} })).toBe(
    'registry.example',
  )
  expect(asked).toEqual(['registry.example', 'registry.example', 'registry.example'])
  expect(waited).toEqual([1_000, 4_000])
})

test('unknownRegistry() continues after a short interruption of the network', async () => {
  const { find, wait } = network(2)
  expect(await unknownRegistry(ROOT, { find, wait, settings: { registry: REGISTRY }, env: {} })).toBeUndefined()
})

test.each([
  ['settings', 'proxy'],
  ['settings', 'https-proxy'],
  ['env', 'https_proxy'],
  ['env', 'HTTP_PROXY'],
])('unknownRegistry() lets the proxy in the %s, as %s, find the address', async (where, name) => {
  const { find, wait, asked } = network(9)
  const proxy = { [name]: 'http://proxy.example:3128' }
  const settings = { registry: REGISTRY, ...(where === 'settings' && proxy) }
  expect(await unknownRegistry(ROOT, { find, wait, settings, env: where === 'env' ? proxy : {} })).toBeUndefined()
  expect(asked).toEqual([])
})

test('unknownRegistry() asks npm which registry it would use', async () => {
  const { find, wait, asked } = network(0)
  const before = process.env.npm_config_registry
  process.env.npm_config_registry = 'http://no-such-name.invalid/'
  try {
    await unknownRegistry(ROOT, { find, wait, env: {} })
  } finally {
    if (before === undefined) delete process.env.npm_config_registry
    else process.env.npm_config_registry = before
  }
  expect(asked).toEqual(['no-such-name.invalid'])
})
