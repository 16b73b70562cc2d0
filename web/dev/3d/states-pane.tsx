import { stepAtSpeed } from '@apsis/astro/space/state-set.ts'
import { getCatalogueElements } from '@apsis/contract/tle/catalogue.ts'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { now } from '../../clock/clock.ts'
import { openStateSource, prepareThread } from '../../space/state-source.ts'
import { Button } from '../../ui/button/button.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'

type Measurement = {
  readonly objects: number
  readonly missing: number
  readonly openedMs: number
  readonly setMs: number
  readonly bytes: number
}

const SETS = 20

/** Reads the whole catalogue, propagates it in a thread as the page of space does, and shows what that costs in this browser. */
export function StatesPane() {
  const say = useWords(devWords)
  const [shown, setShown] = useState<Measurement | string>()
  const [isRunning, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    setShown(await measure().catch((failure: unknown) => String(failure)))
    setRunning(false)
  }
  const decimals = (value: number, digits: number) => formatNumber(value, { decimals: digits })
  return (
    <Pane title={say('states')} note={say('statesNote')}>
      <div className="stack gap-12 fs-13 pad-body">
        <Button disabledReason={isRunning ? say('statesRun') : undefined} onClick={() => void run()}>
          {say('statesMeasure')}
        </Button>
        <p role="status" className="muted fs-12">
          {typeof shown === 'object'
            ? say('statesMeasured', {
                objects: decimals(shown.objects, 0),
                missing: decimals(shown.missing, 0),
                opened: decimals(shown.openedMs, 0),
                set: decimals(shown.setMs, 1),
                share: decimals(shown.setMs / (10 * stepAtSpeed(1)), 1),
                kilobytes: decimals(shown.bytes / 1000, 0),
              })
            : shown}
        </p>
      </div>
    </Pane>
  )
}

async function measure(): Promise<Measurement> {
  const columns = await call(getCatalogueElements, {})
  const began = now()
  const source = await openStateSource(columns, prepareThread())
  try {
    const start = now()
    let last = await source.setAt(start)
    for (let k = 1; k <= SETS; k += 1) {
      const next = await source.setAt(start + k * 1000 * stepAtSpeed(1))
      source.reuse(last)
      last = next
    }
    const setMs = (now() - start) / (SETS + 1)
    return {
      objects: source.size,
      missing: last.missing,
      openedMs: start - began,
      setMs,
      bytes: last.set.byteLength,
    }
  } finally {
    source.close()
  }
}
