import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { devWords } from '../text/words.data.ts'
import { type Mistake, readObjects } from './orbit-text.ts'

type Props = {
  readonly text: string
  readonly mistakes: readonly Mistake[]
  readonly onText: (text: string) => void
}

/** Shows the field for orbits, element sets, states or an ephemeris, typed or pasted; each mistake is named with its line before anything is drawn. */
export function OrbitForm({ text, mistakes, onText }: Props) {
  const say = useWords(devWords)
  const [draft, setDraft] = useState(text)
  const wrong = draft === text ? mistakes : readObjects(draft, 0).mistakes
  const said = wrong.map(({ line, what, detail }) => say(what, { line, detail }))
  return (
    <Pane title={say('orbits')} note={say('orbitsNote')}>
      <div className="stack gap-12 fs-13 pad-body">
        <TextArea
          label={say('orbitsLabel')}
          unit="m, m/s, °"
          rows={10}
          isMono
          value={draft}
          onChange={setDraft}
          help={say('orbitsHelp')}
          error={said.length > 0 ? said.join(' ') : undefined}
        />
        <Button look="primary" onClick={() => onText(draft)}>
          {say('drawIt')}
        </Button>
      </div>
    </Pane>
  )
}
