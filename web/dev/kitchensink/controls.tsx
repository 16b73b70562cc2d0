import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { ExternalLink } from '../../ui/button/external-link.tsx'
import { Icon } from '../../ui/button/icon.tsx'
import { Logo } from '../../ui/button/logo.tsx'
import { Menu } from '../../ui/button/menu.tsx'
import { Segments } from '../../ui/button/segments.tsx'
import { Help } from '../../ui/button/tooltip.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Sheet } from '../../ui/dialog/sheet.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextArea } from '../../ui/field/text-area.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { meaningOf } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from './parts.module.css'
import { sinkWords } from './words.data.ts'

const FRAMES = ['RTN', 'TNW', 'EME2000'].map((value) => ({ value, label: value }))
const STATUSES = ['COMPLETE', 'CANCELLED', 'PENDING', 'IN_PROGRESS']
const ICONS = ['search', 'bell', 'book', 'more', 'close', 'theme', 'leave'] as const

/** Shows everything that is pressed, chosen or typed into. */
export function Controls() {
  return (
    <div className={`grid clip line-bottom one-column-phone ${styles.four}`}>
      <Buttons />
      <Fields />
      <Choices />
      <Overlays />
    </div>
  )
}

function Buttons() {
  const say = useWords(sinkWords)
  const [presses, setPresses] = useState(0)
  const press = () => setPresses(presses + 1)
  return (
    <Pane title={say('buttons')} note={say('pressed', { count: presses })}>
      <div className={`stack gap-12 fs-13 items-stretch pad-body ${styles.stack}`}>
        <div className="row wrap gap-8">
          <Button look="primary" onClick={press}>
            {say('plan')}
          </Button>
          <Button onClick={press}>{say('acknowledge')}</Button>
          <Button look="quiet" onClick={press}>
            {say('print')}
          </Button>
          <Button look="icon" aria-label={say('bell')} onClick={press}>
            <Icon name="bell" />
          </Button>
        </div>
        <Button disabled>{say('saving')}</Button>
        <Button disabledReason={say('needsPass')} onClick={press}>
          {say('send')}
        </Button>
        <CopyButton what={say('within')} text={() => '#numbers'} />
        <p>
          <a href="#numbers">{say('within')}</a>,{' '}
          <ExternalLink href="https://example.com/">{say('outside')}</ExternalLink>
        </p>
      </div>
    </Pane>
  )
}

function Fields() {
  const say = useWords(sinkWords)
  const [radius, setRadius] = useState(2.6)
  const [email, setEmail] = useState('ops@orbit')
  const error = email === '' || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) ? undefined : say('emailError')
  return (
    <Pane title={say('fields')}>
      <div className={`stack gap-12 fs-13 items-stretch pad-body ${styles.stack}`}>
        <TextField label={say('email')} value={email} onChange={setEmail} error={error} help={say('emailHelp')} />
        <NumberField
          label={say('radius')}
          unit="m"
          value={radius}
          onChange={setRadius}
          minValue={0}
          step={0.1}
          formatOptions={{ minimumFractionDigits: 3 }}
          help={say('radiusHelp')}
        />
        <TextArea label={say('messageText')} defaultValue="CCSDS_CDM_VERS = 1.0" rows={2} isMono />
        <TextField label={say('fixed')} value="SIMULATED" isDisabled />
      </div>
    </Pane>
  )
}

function Choices() {
  const say = useWords(sinkWords)
  const [frame, setFrame] = useState('RTN')
  const [statuses, setStatuses] = useState(STATUSES.slice(0, 2))
  return (
    <Pane title={say('choices')}>
      <div className={`stack gap-12 fs-13 items-stretch pad-body ${styles.stack}`}>
        <Select label={say('frame')} options={FRAMES} value={frame} onChange={setFrame} />
        <CheckboxGroup
          label={say('tellMe')}
          options={STATUSES.map((value) => ({ value, label: meaningOf('request', value).word }))}
          value={statuses}
          onChange={setStatuses}
          error={statuses.length === 0 ? say('chooseOne') : undefined}
        />
        <Segments label={say('frame')} options={FRAMES} value={frame} onChange={setFrame} />
        <Select label={say('notChosen')} options={FRAMES} value="TNW" onChange={setFrame} isDisabled />
      </div>
    </Pane>
  )
}

function Overlays() {
  const say = useWords(sinkWords)
  const [last, setLast] = useState<string>()
  const act = (label: string) => ({ id: label, label, onAction: () => setLast(label) })
  return (
    <Pane title={say('overlays')}>
      <div className={`stack gap-12 fs-13 items-stretch pad-body ${styles.stack}`}>
        <div className="row wrap gap-8">
          <Menu
            label={say('export')}
            trigger={say('export')}
            parts={[
              { title: say('file'), entries: [act(say('kvn')), act(say('xml'))] },
              {
                title: 'API',
                entries: [
                  { ...act(say('curl')), note: 'GET' },
                  { ...act('Python'), isDisabled: true },
                ],
              },
            ]}
          />
          <Help label={say('axes')} html={say('axesHelp')} />
        </div>
        <p className="muted fs-12" role="status">
          {say('chosen', { what: last ?? say('nothingYet') })}
        </p>
        <DialogDemo onAnswer={setLast} />
        <SheetDemo onAnswer={setLast} />
        <div className="row wrap gap-12 soft" role="img" aria-label={say('logo')}>
          {[16, 24, 40].map((size) => (
            <Logo key={size} size={size} />
          ))}
          {ICONS.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </div>
    </Pane>
  )
}

/** Shows a button that asks before an action that cannot be undone. */
function DialogDemo({ onAnswer }: { readonly onAnswer: (answer: string) => void }) {
  const say = useWords(sinkWords)
  const [isOpen, setIsOpen] = useState(false)
  const answer = (text: string) => {
    setIsOpen(false)
    onAnswer(text)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{say('cancelRequest')}</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => answer(say('kept'))}
        title={say('cancelTitle')}
        close={say('keep')}
        confirm={{ label: say('cancelVerb'), onConfirm: () => answer(say('requestCancelled')) }}
      >
        {say('cancelText')}
      </Dialog>
    </>
  )
}

/** Shows a button that opens a full-screen dialog, whose actions stay visible. */
function SheetDemo({ onAnswer }: { readonly onAnswer: (answer: string) => void }) {
  const say = useWords(sinkWords)
  const [isOpen, setIsOpen] = useState(false)
  const answer = (text: string) => {
    setIsOpen(false)
    onAnswer(text)
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{say('openSheet')}</Button>
      {isOpen ? (
        <Sheet
          title={say('sheetTitle')}
          onClose={() => answer(say('kept'))}
          foot={say('sheetFoot')}
          actions={<Button onClick={() => answer(say('sheetDone'))}>{say('sheetDone')}</Button>}
        >
          {say('sheetText')}
        </Sheet>
      ) : null}
    </>
  )
}
