// Checks if the npm registry can be reached. It is plain JavaScript because it runs before anything is installed.
import { execFileSync } from 'node:child_process'
import { lookup } from 'node:dns/promises'
import { setTimeout } from 'node:timers/promises'

/** A network with a short interruption is back after these waits; a resolver that does not answer takes 10 s and more for one request. */
const WAITS_MS = [1_000, 4_000]
const MOST_MS = 12_000

/**
 * Returns the name of the registry if this machine cannot find its address, else undefined. npm looks the address up again for each package and each
 * try, a few at a time, so it needs minutes to give up.
 */
export async function unknownRegistry(
  cwd,
  { find = lookup, wait = setTimeout, settings = settingsOf(cwd), env = process.env } = {},
) {
  // A proxy finds the address itself.
  if (settings.registry === undefined || settings.proxy || settings['https-proxy']) return undefined
  if (Object.entries(env).some(([name, value]) => /^(https?_)?proxy$/i.test(name) && value !== '')) return undefined
  const { hostname } = new URL(settings.registry)
  const began = Date.now()
  for (const pause of [...WAITS_MS, undefined]) {
    try {
      await find(hostname.replace(/^\[|\]$/g, ''))
      return undefined
    } catch {
      if (pause === undefined || Date.now() - began > MOST_MS) break
      await wait(pause)
    }
  }
  return hostname
}

/** Returns these settings as npm itself reads them, from all its files and the environment. */
function settingsOf(cwd) {
  const names = ['registry', 'proxy', 'https-proxy']
  try {
    const said = execFileSync('npm', ['config', 'get', ...names], {
      cwd,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    })
    const pairs = said.split('\n').map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
    return Object.fromEntries(pairs.filter(([name, value]) => names.includes(name) && value !== 'null' && value !== ''))
  } catch {
    return {}
  }
}
