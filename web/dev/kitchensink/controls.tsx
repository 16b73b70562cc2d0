import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckboxGroup } from '../../ui/checkbox-group.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Help } from '../../ui/tooltip.tsx'
import { DialogDemo } from './dialog-demo.tsx'
import styles from './parts.module.css'

const FRAMES = ['RTN', 'TNW', 'EME2000'].map((value) => ({ value, label: value }))
const STATUSES = ['Complete', 'Cancelled', 'Pending', 'In Progress'].map((label) => ({ value: label, label }))
const HELP =
  '<b>ξ = z × r</b> lies in the plane, horizontal; <b>ζ</b> = z × ξ. In m<sup>2</sup> for covariances. <img src=x onerror="alert(1)">'

/** Everything that is pressed, chosen or typed into. */
export function Controls() {
  return (
    <div className={styles.four}>
      <Buttons />
      <Fields />
      <Choices />
      <Overlays />
    </div>
  )
}

function Buttons() {
  const [presses, setPresses] = useState(0)
  const press = () => setPresses(presses + 1)
  return (
    <Pane title="Buttons" note={`pressed ${presses} times`} className={styles.cell}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Button look="primary" onClick={press}>
            Plan manoeuvre
          </Button>
          <Button onClick={press}>Acknowledge</Button>
          <Button look="quiet" onClick={press}>
            Print
          </Button>
          <Button look="icon" aria-label="Notifications of the demo" onClick={press}>
            <Icon name="bell" />
          </Button>
        </div>
        <Button disabled>Saving...</Button>
        <Button disabledReason="Needs at least one pass." onClick={press}>
          Send request
        </Button>
        <p>
          A link <a href="#numbers">within</a>, and one{' '}
          <ExternalLink href="https://example.com/">out of here</ExternalLink>.
        </p>
      </div>
    </Pane>
  )
}

function Fields() {
  const [radius, setRadius] = useState(2.6)
  const [email, setEmail] = useState('ops@orbit')
  const error =
    email === '' || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email) ? undefined : 'Email address must be a valid address.'
  return (
    <Pane title="Fields" className={styles.cell}>
      <div className={styles.stack}>
        <TextField label="Email" value={email} onChange={setEmail} error={error} help="One address." />
        <NumberField
          label="Hard-body radius"
          unit="m"
          value={radius}
          onChange={setRadius}
          minValue={0}
          step={0.1}
          formatOptions={{ minimumFractionDigits: 3 }}
          help="Of a sphere that holds the object."
        />
        <TextField label="Cannot be changed" value="SIMULATED" isDisabled />
      </div>
    </Pane>
  )
}

function Choices() {
  const [frame, setFrame] = useState('RTN')
  const [statuses, setStatuses] = useState(['Complete', 'Cancelled'])
  return (
    <Pane title="Choices" className={styles.cell}>
      <div className={styles.stack}>
        <Select label="Frame of the burn" options={FRAMES} value={frame} onChange={setFrame} />
        <CheckboxGroup
          label="Tell me of"
          options={STATUSES}
          value={statuses}
          onChange={setStatuses}
          error={statuses.length === 0 ? 'Choose at least one status.' : undefined}
        />
        <Select label="Not to be chosen" options={FRAMES} value="TNW" onChange={setFrame} isDisabled />
      </div>
    </Pane>
  )
}

function Overlays() {
  const [last, setLast] = useState('nothing yet')
  const act = (label: string) => ({ id: label, label, onAction: () => setLast(label) })
  return (
    <Pane title="Menu, help, dialog" className={styles.cell}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Menu
            label="Export"
            trigger="Export"
            parts={[
              { title: 'File', entries: [act('CDM as KVN'), act('CDM as XML')] },
              {
                title: 'API',
                entries: [
                  { ...act('Copy as curl'), note: 'GET' },
                  { ...act('Python'), isDisabled: true },
                ],
              },
            ]}
          />
          <Help label="What the axes are" html={HELP} />
        </div>
        <p className={styles.small} role="status">
          Chosen: {last}
        </p>
        <DialogDemo onAnswer={setLast} />
      </div>
    </Pane>
  )
}
