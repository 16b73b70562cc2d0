import { isAssumed, type Propulsion } from '@apsis/contract/ca/satellite/propulsion.ts'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { satelliteWords } from '../../satellite/words.data.ts'
import { ImpossibleBurn } from './burn-size.ts'
import { useDesignFailure, useTradeSpace } from './design-hooks.ts'
import { failureInWords } from './design-in-words.ts'
import { useDesignedEvent } from './designer-state.tsx'
import { planeNoteWords } from './plane-note-words.data.ts'
import { designWords } from './words.data.ts'

/** Warns that the limits of a plan are assumed: only the type of the propulsion is known. */
export function AssumedEngine({ propulsion }: { readonly propulsion: Propulsion }) {
  const t = useWords(satelliteWords)
  return isAssumed(propulsion) ? <Banner level="caution">{t('engineAssumedText')}</Banner> : null
}

/** Explains why an event that no plane describes has no drawings, and the criterion of its burns. */
export function PlaneNote() {
  const t = useWords(planeNoteWords)
  const { isPlaneOff, isBySeparation } = useDesignedEvent().designCase
  if (isPlaneOff !== true) return null
  return <Banner level="caution">{t(isBySeparation === true ? 'bySeparation' : 'noProof')}</Banner>
}

/** Shows why there is no map, or why the engine cannot make the burn of the settings, and what limits the map. */
export function MapWarnings() {
  const t = useWords(designWords)
  const failure = useDesignFailure()
  const { data: space } = useTradeSpace()
  return (
    <>
      {failure ? (
        <Banner level="serious">
          {failure instanceof ImpossibleBurn ? failureInWords(failure) : t('cannot', { why: failureInWords(failure) })}
        </Banner>
      ) : null}
      {space?.isLineShut ? <Banner level="serious">{t('lineShut')}</Banner> : null}
      {space?.hasWideEclipses ? <Banner level="caution">{t('wideEclipses')}</Banner> : null}
    </>
  )
}
