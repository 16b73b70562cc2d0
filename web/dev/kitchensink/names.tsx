import { TextField } from '../../ui/field/text-field.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { Scroll } from '../../ui/page/scroll.tsx'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import { WholeWords } from '../../ui/text/whole-words.tsx'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { LongName, NameWithId } from '../../ui/value/long-name.tsx'
import { Missing, Probability } from '../../ui/value/quantity.tsx'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

/** Shows unusual names, and missing values. */
export function Names() {
  const say = useWords(sinkWords)
  const name = say('longName')
  return (
    <div className={`grid clip line-bottom one-column-phone ${styles.four}`}>
      <Pane title={say('longTitle')} note={name}>
        <KeyValues
          rows={[
            [say('longLabel'), <LongName key="v" text={name} />],
            [say('identifier'), <span key="v" className="mono">{`1998-067A · 900000001`}</span>],
          ]}
        />
      </Pane>
      <Pane title={say('oneLine')}>
        <div className={`stack gap-12 fs-13 items-stretch pad-body ${styles.stack}`}>
          <LongName text={name} />
          <NameWithId name={name} id="900000001" />
          <WholeWords text="SAT-00042_20261121_141307_Z 2026-11-21 14:13:07 Z" />
          <StatusWord level="caution" word={name} />
          <TextField label={say('longLabel')} unit="m" defaultValue={name} />
        </div>
      </Pane>
      <Pane title={say('noValues')}>
        <Scroll>
          <KeyValues
            rows={[
              [say('probability'), <Probability key="v" value={undefined} reason={say('noCovariance')} />],
              [say('miss'), <Missing key="v" reason={say('noCovariance')} />],
              [say('satellite'), ''],
            ]}
          />
        </Scroll>
      </Pane>
      <Pane title="SAT-00042">
        <Banner level="serious">{name}</Banner>
        <Empty title={name}>{name}</Empty>
      </Pane>
    </div>
  )
}
