import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { DEBIAN_SHELL, isPackedOneThere } from '@apsis/e2e/browser.ts'
import { DEBIAN_FIREFOX } from '@apsis/e2e/firefox.ts'
import { hasDebianPostgres } from '@apsis/server/platform/testing/cluster.ts'
import { type Ran, run } from './run/step.ts'

const APT_LIMIT_MS = 240_000
/** Debian reads this file when it installs its PostgreSQL packages. */
const CLUSTER_SETTINGS = '/etc/postgresql-common/createcluster.conf'

/** A Debian package that the tests use, and what replaces it if it is not available. */
type Package = { readonly name: string; readonly isMissing: boolean; readonly otherwise: string }

/** The facts about a machine that decide if packages may be installed, and which are missing. */
export type Machine = {
  readonly isRoot: boolean
  readonly hasApt: boolean
  readonly hasBrowser: boolean
  readonly hasPostgres: boolean
}

/** Returns the packages to install on this machine: none if that needs a password or another command than apt-get. */
export function packagesFor({ isRoot, hasApt, hasBrowser, hasPostgres }: Machine): Package[] {
  const packages = [
    { name: 'chromium-headless-shell', isMissing: !hasBrowser, otherwise: 'the journeys use the Chromium of npm' },
    {
      name: 'postgresql',
      isMissing: !hasPostgres,
      otherwise: 'the test of a foreign database uses the PostgreSQL of npm',
    },
  ]
  return isRoot && hasApt ? packages.filter(({ isMissing }) => isMissing) : []
}

function thisMachine(): Machine {
  return {
    isRoot: process.getuid?.() === 0,
    hasApt: existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get'),
    // The browser from npm was unpacked because Debian's was not available before.
    hasBrowser: Boolean(process.env.CHROMIUM_PATH) || existsSync(DEBIAN_SHELL) || isPackedOneThere(),
    hasPostgres: hasDebianPostgres(),
  }
}

/**
 * Installs the system packages that tests use, before the first test begins, and prints them; a test itself installs nothing. A package that cannot
 * be installed is no failure, since npm brings both programs, too.
 */
export function installForTests(): Promise<Ran> {
  return install(packagesFor(thisMachine()))
}

/** Installs Firefox ESR for its campaign, if this machine allows it. */
export function installFirefox(): Promise<Ran> {
  const isMissing = !existsSync(DEBIAN_FIREFOX)
  const { isRoot, hasApt } = thisMachine()
  const otherwise = 'install Firefox ESR and start the campaign again'
  return install(isMissing && isRoot && hasApt ? [{ name: 'firefox-esr', isMissing, otherwise }] : [])
}

async function install(packages: readonly Package[]): Promise<Ran> {
  const said: string[] = []
  if (packages.length > 0) await aptGet('package lists', ['update'])
  for (const one of packages) {
    console.log(`Installing ${one.name} with apt-get…`)
    if (one.name === 'postgresql') withoutCluster()
    const { code, output } = await aptGet(one.name, installing(one.name))
    const reason = output.trim().split('\n').at(-1)
    said.push(code === 0 ? `installed ${one.name}` : `${one.name} cannot be had (${reason}): ${one.otherwise}`)
  }
  return { code: 0, output: said.join('\n') || 'nothing to install' }
}

function aptGet(name: string, args: readonly string[]): Promise<Ran> {
  return run(name, {
    program: 'apt-get',
    args,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    limitMs: APT_LIMIT_MS,
  })
}

/** apt-get keeps existing configuration files without asking, for example the file that this tool has written. */
function installing(name: string): string[] {
  return ['install', '-y', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-confold', name]
}

/** Keeps Debian's packages from making a cluster on the usual port, which they do by default: the tests need only the programs. */
function withoutCluster(): void {
  if (existsSync(CLUSTER_SETTINGS)) return
  console.log(`Writing ${CLUSTER_SETTINGS}, so that Debian's packages make no cluster of their own`)
  mkdirSync(dirname(CLUSTER_SETTINGS), { recursive: true })
  writeFileSync(CLUSTER_SETTINGS, 'create_main_cluster = false\n')
}
