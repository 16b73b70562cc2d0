import { type Assessment, isKnown, METHODS, type Method } from '@apsis/astro/conjunction/probability/assess.ts'
import type { Cdm } from '@apsis/ccsds/cdm/cdm.ts'
import { assessCdm } from '@apsis/ccsds/cdm/cdm-assessment.ts'
import { describeFault } from '@apsis/ccsds/fault.ts'
import { readMessages } from '@apsis/ccsds/message/read-messages.ts'
import { openSource, readWhole, withoutName } from '../input/source.ts'
import {
  type Command,
  type ExitCode,
  InputError,
  parseCommandLine,
  requireFiles,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { requirePositive } from '../terminal/options.ts'
import { ROW_FORM_OPTIONS, rowForm, utc, writeForPrograms } from '../terminal/print.ts'
import { type Conjunction, describeConjunction } from './pc-text.ts'

export const pcCommand: Command = {
  help: `Usage: apsis pc CDM... [--method all|NAME] [--hbr METRES] [--json|--ndjson|--csv]

  CDM             Conjunction Data Messages in KVN, XML or JSON (CCSDS 508.0-B). - is standard input.
  --method NAME   answer with this method in place of the one that Apsis chooses:
                  ${METHODS.slice(0, 4).join(', ')},
                  ${METHODS.slice(4).join(', ')};
                  all: show the value of every method
  --hbr METRES    combined hard-body radius. If it is not given, Apsis takes it from the comments of the message: HBR,
                  or the sum of Exclusion Volume Radius (or Operator Hard Body Radius) of both objects.
  --json, --ndjson, --csv
                  for programs, an array of { "file", "messageId", "tca", "missDistanceM", "relativeSpeedMps",
                  "missRtnM", "hardBodyRadiusM", "hardBodyRadiusFrom", "probability", "method", "reason", "isReliable",
                  "methods", "maximumProbability", "maximumCovarianceFactor", "mahalanobis", "checks",
                  "velocityLeftOut", "oneMissing", "reported", "objects", "error" }; a value that is not known is null,
                  and "error" says why

Apsis integrates over the circle in the conjunction plane (circle-2d) if the checks of NASA CARA say that the plane is a
good model, and along the curved orbits (hall-3d) otherwise. The value of the message is shown beside the result, with
the method that reproduces it. TCA is refined along straight lines. The maximum probability is taken over a common
factor on both covariances; if that factor is below 1, the probability is diluted. A velocity covariance that no orbit
fit can have, as a filler of 1e-12, is named and left out ("velocityLeftOut"). Where one object has no covariance, the
probability is that of the other one alone, and is not to be decided on; "oneMissing" has the largest that any
covariance could give.

Examples:
  apsis pc conjunction.cdm
  apsis pc *.cdm --hbr 15 --method all
  apsis pc conjunction.cdm --json`,
  run: runPc,
}

/** Returns true for a probability that must not be used for a decision. A probability whose method was requested is only shown. */
const isUnreliable = ({ probability, reason }: Conjunction): boolean =>
  probability !== null && reason !== null && reason !== 'asked-for' && !isKnown({ probability, reason })

interface Choice {
  /** True to compute methods that the decision does not need. */
  readonly isComplete: boolean
  readonly method: Method | 'all' | null
  readonly radiusM: number | null
}

async function runPc(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseCommandLine(args, {
    method: { type: 'string' },
    hbr: { type: 'string' },
    ...ROW_FORM_OPTIONS,
  })
  const form = rowForm(values)
  const choice: Choice = {
    isComplete: form !== 'text' || values.method !== undefined,
    method: values.method === undefined ? null : toMethod(values.method),
    radiusM: values.hbr === undefined ? null : requirePositive(values.hbr, '--hbr'),
  }
  const found: Conjunction[] = []
  for (const file of requireFiles(positionals)) {
    terminal.progress(`${file}: message ${found.length + 1}`)
    found.push(...(await readConjunctions(terminal, file, choice)))
  }
  for (const one of found) {
    const { file, error, reason } = one
    if (error !== null) terminal.note(`${file}: ${error}`)
    else if (isUnreliable(one)) terminal.note(`${file}: the probability is not reliable: ${reason}`)
  }
  if (form !== 'text') await writeForPrograms(terminal, form, found.map(toJson))
  else {
    const texts = found
      .filter(({ cdm }) => cdm !== null)
      .map((one) => describeConjunction(one, choice.method === 'all'))
    if (texts.length > 0) await terminal.write(`${texts.join('\n\n')}\n`)
  }
  return found.some((one) => one.error !== null || isUnreliable(one)) ? 1 : 0
}

function toMethod(text: string): Method | 'all' {
  const method = text === 'all' ? text : METHODS.find((known) => known === text)
  if (method === undefined) throw new UsageError(`--method is all, ${METHODS.join(', ')}, not ${JSON.stringify(text)}`)
  return method
}

const NOTHING = {
  cdm: null,
  radius: null,
  assessment: null,
  probability: null,
  method: null,
  reason: null,
  error: null,
}

/** Returns every conjunction message of a file. An unreadable message or file becomes an entry with its fault. */
async function readConjunctions(terminal: Terminal, file: string, choice: Choice): Promise<Conjunction[]> {
  const fail = (error: string): Conjunction => ({ ...NOTHING, file, error })
  try {
    const { messages, faults } = readMessages(await readWhole(await openSource(terminal, file)), { strict: false })
    if (messages.length === 0) return [fail(faults[0] === undefined ? 'there is no message' : describeFault(faults[0]))]
    return messages.map(({ kind, reading }) => {
      if (!reading.ok) return fail(reading.errors.map(describeFault).join(`\n${file}: `))
      const { message: any } = reading
      return any.kind === 'CDM' ? assessMessage(file, any.message, choice) : fail(`this is an ${kind}, not a CDM`)
    })
  } catch (error) {
    if (error instanceof InputError) return [fail(withoutName(file, error))]
    throw error
  }
}

function assessMessage(file: string, cdm: Cdm, choice: Choice): Conjunction {
  const { radius, assessment, error } = assessCdm(cdm, {
    methods: choice.isComplete ? 'all' : 'needed',
    ...(choice.radiusM === null ? {} : { radius: { radiusM: choice.radiusM, from: '--hbr' } }),
  })
  const known = { ...NOTHING, file, cdm, radius, assessment, error }
  if (radius === null) return { ...known, error: `${error}: give it with --hbr METRES` }
  return assessment === null ? known : { ...known, ...decide(assessment, choice.method) }
}

function decide(assessment: Assessment, asked: Choice['method']) {
  const { probability, method, reason, methods } = assessment
  if (asked === null || asked === 'all') {
    return { probability, method, reason, error: probability === null ? `there is no probability: ${reason}` : null }
  }
  const value = methods[asked] ?? null
  const error =
    value === null ? `${asked} has no value here: ${probability === null ? reason : 'it does not apply'}` : null
  return { probability: value, method: asked, reason: 'asked-for', error }
}

function toJson({ file, cdm, radius, assessment, probability, method, reason, error }: Conjunction): object {
  const encounter = assessment?.encounter
  return {
    file,
    messageId: cdm?.header.messageId ?? null,
    tca: cdm === null ? null : utc(cdm.relative.tca),
    secondsToRefinedTca: encounter?.secondsToTca ?? null,
    missDistanceM: encounter?.missDistanceM ?? cdm?.relative.missDistanceM ?? null,
    relativeSpeedMps: encounter?.relativeSpeedMps ?? cdm?.relative.relativeSpeedMps ?? null,
    missRtnM: encounter?.missRtnM ?? null,
    hardBodyRadiusM: radius?.radiusM ?? null,
    hardBodyRadiusFrom: radius?.from ?? null,
    probability,
    method,
    reason,
    isReliable: assessment?.isReliable ?? false,
    methods: assessment?.methods ?? {},
    maximumProbability: assessment?.maximum?.probability ?? null,
    maximumCovarianceFactor: assessment?.maximum?.covarianceFactor ?? null,
    mahalanobis: assessment?.mahalanobis ?? null,
    checks: assessment?.checks ?? null,
    velocityLeftOut: assessment?.velocityLeftOut ?? null,
    oneMissing: assessment?.oneMissing ?? null,
    reported: assessment?.reported ?? null,
    objects: (cdm?.objects ?? []).map(({ metadata }) => ({
      objectDesignator: metadata.objectDesignator,
      objectName: metadata.objectName,
      internationalDesignator: metadata.internationalDesignator,
    })),
    error,
  }
}
