import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '../run/step.ts'
import { fetchArtefact } from './maven.ts'

/** The version of Keycloak with which the journeys last ran. */
export const KEYCLOAK_VERSION = '26.7.3'
const START_LIMIT_MS = 180_000
const POLL_MS = 500

const REALM_FOLDER = join(ROOT, 'deploy', 'keycloak')
const REALM_FILES = ['platform-realm.json', 'platform-users-0.json']
/** The address of the application in the realm's file, which a test replaces with its own. */
const REALM_ORIGIN = 'http://localhost:8080'

export type KeycloakServer = { readonly issuer: string; readonly url: string; stop(): Promise<void> }

function requireJava(): void {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' })
  const version = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0)
  if (version < 17) throw new Error('Keycloak needs Java 17 or later on the path (java -version).')
}

/** Downloads and unpacks the distribution once, into the folder for things that can be made again; returns its folder. */
async function installKeycloak(): Promise<string> {
  // The folder is not .apsis, which is the product's data folder: the product creates it and refuses it if others can read it.
  const cache = join(ROOT, 'node_modules', '.cache', 'apsis-keycloak')
  const folder = join(cache, `keycloak-${KEYCLOAK_VERSION}`)
  if (existsSync(folder)) return folder
  const name = `keycloak-quarkus-dist-${KEYCLOAK_VERSION}.tar.gz`
  console.log(`Fetching ${name} (about 170 MB, once)…`)
  await fetchArtefact(`org/keycloak/keycloak-quarkus-dist/${KEYCLOAK_VERSION}/${name}`, join(cache, name))
  const draft = join(cache, `unpacking-${process.pid}`)
  await mkdir(draft, { recursive: true })
  const tar = spawnSync('tar', ['-xzf', join(cache, name), '-C', draft], { encoding: 'utf8' })
  if (tar.status !== 0) throw new Error(`${name} could not be unpacked: ${tar.stderr}`)
  await rename(join(draft, `keycloak-${KEYCLOAK_VERSION}`), folder)
  await rm(draft, { recursive: true })
  return folder
}

async function writeRealm(folder: string, appOrigin: string): Promise<void> {
  const place = join(folder, 'data', 'import')
  await mkdir(place, { recursive: true })
  for (const name of REALM_FILES) {
    const text = await readFile(join(REALM_FOLDER, name), 'utf8')
    await writeFile(join(place, name), text.replaceAll(REALM_ORIGIN, appOrigin))
  }
}

async function isReady(issuer: string): Promise<boolean> {
  try {
    return (await fetch(`${issuer}/.well-known/openid-configuration`)).ok
  } catch {
    // Nothing listens on the port yet.
    return false
  }
}

async function waitUntilReady(child: ChildProcess, issuer: string, logFile: string): Promise<void> {
  const deadline = performance.now() + START_LIMIT_MS
  while (!(await isReady(issuer))) {
    const isOver = performance.now() > deadline
    if (child.exitCode !== null || isOver) {
      const why = isOver
        ? `was not ready within ${START_LIMIT_MS / 1_000} s, the limit of this program: on a busy machine try again later`
        : `ended with ${child.exitCode}`
      throw new Error(`Keycloak ${why}. It said:\n${(await readFile(logFile, 'utf8')).slice(-2000)}`)
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

async function stopGroup(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.kill(-child.pid, 'SIGTERM')
  await ended
}

/** Starts a real Keycloak with the realm of Apsis, its database in memory, for an application at `appOrigin`. */
export async function startKeycloak(port: number, appOrigin: string): Promise<KeycloakServer> {
  requireJava()
  const folder = await installKeycloak()
  await writeRealm(folder, appOrigin)
  const logFile = join(folder, 'data', 'interop.log')
  const log = openSync(logFile, 'w')
  const child = spawn(
    join(folder, 'bin', 'kc.sh'),
    ['start-dev', '--import-realm', '--db=dev-mem', `--http-port=${port}`],
    {
      env: { ...process.env, KC_HTTP_RELATIVE_PATH: '/auth', JAVA_OPTS_APPEND: '-Xmx512m' },
      stdio: ['ignore', log, log],
      // The script gets its own process group, so that it and the Java process that it starts end together.
      detached: true,
    },
  )
  closeSync(log)
  const url = `http://localhost:${port}/auth`
  const issuer = `${url}/realms/platform`
  const stop = () => stopGroup(child)
  // Its process group does not receive Ctrl-C, so the signal is passed on.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  try {
    await waitUntilReady(child, issuer, logFile)
  } catch (error) {
    await stop()
    throw error
  }
  return { issuer, url, stop }
}
