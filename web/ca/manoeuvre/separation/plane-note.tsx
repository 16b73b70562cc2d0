import { Strip } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { DesignCase } from '../design.ts'
import { planeNoteWords } from './plane-note-words.data.ts'

/** What the designer cannot draw of an event that no plane describes, and what its burns are judged by. */
export function PlaneNote({ given }: { readonly given: Pick<DesignCase, 'isPlaneOff' | 'isBySeparation'> }) {
  const t = useWords(planeNoteWords)
  if (given.isPlaneOff !== true) return null
  return <Strip level="caution">{t(given.isBySeparation === true ? 'bySeparation' : 'noProof')}</Strip>
}
