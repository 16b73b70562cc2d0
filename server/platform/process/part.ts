import { once } from 'node:events'
import { type Config, readConfig } from '../config.ts'
import { createLog, type Log } from '../log.ts'
import { onStop, runDoor } from './lifecycle.ts'
import { PROJECT_DIR, VERSION } from './version.ts'
import { startWatchdog } from './watchdog.ts'

/** A process that `npm start` supervises and that can also run separately, on any machine. */
export type PartName = 'api' | 'worker' | 'identity'

/** The settings that `npm start` gives to a part in addition to the common ones. */
export type PartSettings = {
  readonly databaseUrl: string
  /** A socket of npm start that the part serves; undefined if the part opens its own. */
  readonly listenFd: number | undefined
  /** The address of the embedded identity provider. */
  readonly identityPath: string | undefined
  readonly opsPort: number
}

/** The argument that tells a part that npm start will send it its settings. */
export const GIVEN = '--given'
/** The time between the stop signal and the forced end by npm start. */
export const PART_STOP_MS = 7_000

/** The exit code of a part of npm start if another try may succeed (EX_TEMPFAIL of sysexits.h). */
export const TRY_AGAIN_EXIT_CODE = 75

export type PartOptions = PartSettings & { readonly config: Config; readonly log: Log; readonly isGiven: boolean }

export type Running = {
  close(): Promise<void>
  /** The fields of the log line that reports that the part is ready. */
  readonly about: object
  /** The message that the part sends to npm start when it is ready. */
  readonly ready?: unknown
}

/**
 * Runs a part: settings, log, watchdog, start, and normal stop. `isPassing` returns true for an error of the start that is
 * temporary, for example because the database of a busy machine does not answer in time.
 */
export async function runPart(
  name: PartName,
  environment: Readonly<Record<string, string | undefined>>,
  start: (options: PartOptions) => Promise<Running>,
  isPassing: (error: unknown) => boolean = () => false,
): Promise<void> {
  await runDoor(async () => {
    const config = readConfig(environment, PROJECT_DIR)
    const log = createLog({ level: config.logLevel, process: name, version: VERSION })
    const isGiven = process.argv.includes(GIVEN)
    const given = isGiven ? await receive() : ownSettings(name, config)
    const running = await start({ ...given, config, log, isGiven }).catch((error: unknown) => {
      if (!isGiven || !isPassing(error)) throw error
      log.warn({ err: error }, `${name} could not start for now`)
      return process.exit(TRY_AGAIN_EXIT_CODE)
    })
    // The watchdog does not start earlier: during its start, a process may be busy for a second, and nobody waits for its loop.
    // The identity provider's database role cannot write to the platform's tables, so its ends by the watchdog are only logged.
    const record = name === 'identity' ? undefined : { kind: name, databaseUrl: given.databaseUrl }
    startWatchdog(config.stallSeconds, { process: name, version: VERSION, pid: process.pid }, record)
    log.info(running.about, `${name} is ready`)
    if (isGiven) process.send?.({ ready: running.ready })
    onStop(log, () => running.close(), isGiven ? PART_STOP_MS : undefined)
  })
}

async function receive(): Promise<PartSettings> {
  // Without this, the process would wait for ever if npm start were killed at this moment.
  process.once('disconnect', () => process.exit(1))
  const [given] = await once(process, 'message')
  process.removeAllListeners('disconnect')
  return given
}

function ownSettings(name: PartName, config: Config): PartSettings {
  if (config.databaseUrl === undefined)
    throw new Error(`APSIS_DATABASE_URL is missing: ${name}.ts by itself needs a database (npm start brings one)`)
  if (name === 'api' && config.embeddedIdentity)
    throw new Error(
      'APSIS_OIDC_ISSUER is missing: nobody could sign in. The embedded identity provider runs below npm start only',
    )
  return { databaseUrl: config.databaseUrl, listenFd: undefined, identityPath: undefined, opsPort: config.opsPort }
}
