import { Dialog, DialogTrigger, Popover, Button as Pressable } from 'react-aria-components'
import { formatInstant } from '../../clock/format.ts'
import { formatProbabilityPlain } from '../../ui/format/probability.ts'
import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../ui/language.ts'
import { Menu } from '../../ui/menu.tsx'
import pop from '../../ui/popover.module.css'
import { meaningOf } from '../../ui/status-meaning.ts'
import type { Lane } from '../plots/fleet/lanes.ts'
import styles from './filter-bar.module.css'
import { FilterForm, SatelliteForm, WindowForm } from './filter-forms.tsx'
import { kindWord } from './object-kind.ts'
import { activeFilters, type Filter, type Question, withoutFilter } from './question.ts'
import { conjunctionsWords } from './words.data.ts'

/** Views that have a name: an order of the table. */
export const VIEWS = { byTca: undefined, byUrgency: '-level,decide' } as const
export type View = keyof typeof VIEWS

type Props = {
  readonly question: Question
  readonly onAsk: (part: Partial<Question>) => void
  readonly view: View | undefined
  readonly onView: (view: View) => void
  readonly lanes: readonly Lane[]
  readonly groups: readonly string[]
  readonly types: readonly string[]
  readonly shown: number
  readonly all: number
  readonly children: React.ReactNode
}

/** What narrows the table: its views, its filters, and how many are left. */
export function FilterBar(props: Props) {
  const { question, onAsk, view, onView, lanes, shown, all, children } = props
  const t = useWords(conjunctionsWords)
  const names = new Map(lanes.map(({ key, name }) => [key, name]))
  const views = (Object.keys(VIEWS) as View[]).map((id) => ({ id, label: t(id), onAction: () => onView(id) }))
  const chips = activeFilters(question).filter((one) => one !== 'satellites')
  return (
    <div className={styles.bar}>
      <Menu
        label={`${t('view')} ${t(view ?? 'ownOrder')}`}
        className={styles.chip}
        trigger={<Named name={t('view')} value={t(view ?? 'ownOrder')} />}
        parts={[{ title: t('savedViews'), entries: views }]}
      />
      <Chip label={t('satellite')} className={styles.wide} value={satelliteValue(question, names, t)}>
        {(close) => <SatelliteForm question={question} lanes={lanes} onAsk={onAsk} onDone={close} />}
      </Chip>
      <Chip label={t('window')} className={styles.wide} value={windowValue(question, t)}>
        {(close) => <WindowForm question={question} onAsk={onAsk} onDone={close} />}
      </Chip>
      {chips.map((filter) => {
        const what = filterText(question, filter, { t, names })
        return (
          <button
            key={filter}
            type="button"
            className={styles.active}
            aria-label={t('remove', { what })}
            onClick={() => onAsk(withoutFilter(question, filter))}
          >
            {what}
            <Icon name="close" />
          </button>
        )
      })}
      <DialogTrigger>
        <Pressable className={styles.add ?? ''} data-filter aria-keyshortcuts="/">
          {t('addFilter')} <kbd>/</kbd>
        </Pressable>
        <Popover className={`${pop.popover} ${styles.popover}`} offset={2} placement="bottom start">
          <Dialog aria-label={t('filters')} className={styles.dialog ?? ''}>
            {({ close }) => <FilterForm {...props} onDone={close} />}
          </Dialog>
        </Popover>
      </DialogTrigger>
      <span className={styles.space} />
      <output className={styles.count}>{t('matching', { count: shown, all })}</output>
      {children}
    </div>
  )
}

function Named({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <>
      <i>{name}</i> {value}
    </>
  )
}

type ChipProps = {
  readonly label: string
  readonly value: string
  readonly className?: string | undefined
  readonly children: (close: () => void) => React.ReactNode
}

function Chip({ label, value, className = '', children }: ChipProps) {
  return (
    <DialogTrigger>
      <Pressable className={`${styles.chip} ${className}`}>
        <Named name={label} value={value} />
      </Pressable>
      <Popover className={`${pop.popover} ${styles.popover}`} offset={2} placement="bottom start">
        <Dialog aria-label={label} className={styles.dialog ?? ''}>
          {({ close }) => children(close)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

type Say = typeof conjunctionsWords

function satelliteValue({ satellites }: Question, names: ReadonlyMap<string, string>, t: Say): string {
  const [only] = satellites
  if (only === undefined) return t('allSatellites', { count: names.size })
  return satellites.length === 1
    ? (names.get(only) ?? only)
    : t('someSatellites', { count: satellites.length, all: names.size })
}

function windowValue({ days, from, to }: Question, t: Say): string {
  const at = (ms: number | undefined) => (ms === undefined ? '…' : formatInstant(ms).slice(5, 16))
  if (from !== undefined || to !== undefined) return t('ownWindow', { from: at(from), to: at(to) })
  return days === 0 ? t('withoutEnd') : t('days', { count: days })
}

type Naming = { readonly t: Say; readonly names: ReadonlyMap<string, string> }

/** A filter as it is said: `Level Critical, High`. */
export function filterText(question: Question, filter: Filter, { t, names }: Naming): string {
  const { levels, group, types, minPc, maxMissM, text, satellites } = question
  const kind = (type: string) => t(kindWord(type))
  const said: Readonly<Record<Filter, string>> = {
    levels: `${t('level')} ${levels.map((level) => meaningOf('risk', level).word).join(', ')}`,
    satellites: `${t('satellite')} ${satellites.map((key) => names.get(key) ?? key).join(', ')}`,
    group: `${t('group')} ${group ?? ''}`,
    types: `${t('type')} ${types.map(kind).join(', ')}`,
    minPc: `${t('pc')} ≥ ${formatProbabilityPlain(minPc)}`,
    maxMissM: `${t('miss')} ≤ ${maxMissM ?? 0} m`,
    text: `“${text ?? ''}”`,
  }
  return said[filter]
}
