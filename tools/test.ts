import { findChromium } from '@apsis/e2e/browser.ts'
import { checkFiles, report, runCheck, runTests } from './check.ts'
import { type Ran, run, stopChildrenOnTermination } from './step.ts'
import { closingLine, type StepResult, totalOf } from './total.ts'

async function prepareBrowser(): Promise<Ran> {
  try {
    const { executablePath } = await findChromium()
    return { code: 0, output: executablePath }
  } catch (error) {
    return { code: 1, output: String(error) }
  }
}

/** What is computed against the reference collection, where that is there (tools/conformance.ts); else it says so. */
function runConformance(): Promise<Ran> {
  return run('conformance', { program: process.execPath, args: ['tools/conformance.ts'], live: true })
}

// Everything, in the order in which a mistake is found soonest. Each step runs even when an earlier one failed.
stopChildrenOnTermination()
const results: StepResult[] = await runCheck({ lock: false })
results.push(await report('conformance', runConformance))
results.push(await report('readers', () => runTests('readers', { live: true })))
results.push(await report('server tests', () => runTests('server', { live: true })))
results.push(await report('browser', prepareBrowser))
results.push(await report('journeys', () => runTests('e2e', { live: true })))
results.push(await report('every test file', checkFiles))

const total = totalOf(results)
console.log(closingLine(total))
process.exitCode = total.failed > 0 ? 1 : 0
