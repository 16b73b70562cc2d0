import { Dialog, DialogTrigger, Popover, Button as Pressable } from 'react-aria-components'
import { formatInstant } from '../../../../clock/format.ts'
import { Icon } from '../../../../ui/button/icon.tsx'
import { Menu } from '../../../../ui/button/menu.tsx'
import pop from '../../../../ui/button/popover.module.css'
import { formatNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityLine } from '../../../../ui/format/probability.ts'
import { partOf } from '../../../../ui/page/part.tsx'
import { meaningOf } from '../../../../ui/status/status-meaning.ts'
import { useWords } from '../../../../ui/text/language.ts'
import styles from '../../filter-bar.module.css'
import { GROUPINGS, groupingOf, writeGrouping } from '../../grouping.ts'
import type { Lane } from '../../lanes.ts'
import { kindWord } from '../../object-kind.ts'
import { activeFilters, type Filter, type Question, withoutFilter } from '../../question.ts'
import { conjunctionsWords } from '../../words.data.ts'
import type { Offers } from './filter-forms.tsx'
import type { Asking } from './use-question.ts'
import { ViewsMenu } from './views-menu.tsx'

const satelliteForm = partOf(async () => (await import('./filter-forms.tsx')).SatelliteForm)
const windowForm = partOf(async () => (await import('./filter-forms.tsx')).WindowForm)
const filterForm = partOf(async () => (await import('./filter-forms.tsx')).FilterForm)

type Props = {
  readonly asking: Asking
  readonly lanes: readonly Lane[]
  readonly offers: Offers
  readonly shown: number
  readonly all: number
  /** Replaces the filters while several events are selected. */
  readonly selection: React.ReactNode
  readonly children: React.ReactNode
}

/** Shows the bar of the table: its views, its filters, and the number of remaining events. */
export function FilterBar({ shown, all, selection, children, ...props }: Props) {
  const t = useWords(conjunctionsWords)
  return (
    <div className={`row flex-none gap-8 line-top nowrap scroll-x pad-4 min-h-40 ${styles.bar}`}>
      {selection ?? <Filters {...props} />}
      <span className={`grow ${styles.space}`} />
      {selection ? null : (
        <output className={`muted fs-13 ${styles.count}`}>{t('matching', { count: shown, all })}</output>
      )}
      {children}
    </div>
  )
}

function Filters({ asking, lanes, offers }: Pick<Props, 'asking' | 'lanes' | 'offers'>) {
  const { question, ask: onAsk } = asking
  const t = useWords(conjunctionsWords)
  const names = new Map(lanes.map(({ key, name }) => [key, name]))
  const chips = activeFilters(question).filter((one) => one !== 'satellites')
  return (
    <>
      <ViewsMenu asking={asking} />
      <Chip label={t('satellite')} className={styles.wide} value={satelliteValue(question, names, t)}>
        {(close) => <satelliteForm.Show question={question} lanes={lanes} onAsk={onAsk} onDone={close} />}
      </Chip>
      <Chip label={t('window')} className={styles.wide} value={windowValue(question, t)}>
        {(close) => <windowForm.Show question={question} onAsk={onAsk} onDone={close} />}
      </Chip>
      <GroupMenu asking={asking} />
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
        <Popover className={`scroll raised ${pop.popover}`} offset={2} placement="bottom start">
          <Dialog aria-label={t('filters')} className={`no-outline ${styles.dialog}`}>
            {({ close }) => <filterForm.Show question={question} offers={offers} onAsk={onAsk} onDone={close} />}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </>
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
      <Popover className={`scroll raised ${pop.popover}`} offset={2} placement="bottom start">
        <Dialog aria-label={label} className={`no-outline ${styles.dialog}`}>
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

/** Returns a filter as text: `Level Critical, High`. */
export function filterText(question: Question, filter: Filter, { t, names }: Naming): string {
  const { levels, group, types, minPc, maxMissM, maxRadialM, originators, own, text, satellites } = question
  const kind = (type: string) => t(kindWord(type))
  const said: Readonly<Record<Filter, string>> = {
    levels: `${t('level')} ${levels.map((level) => meaningOf('risk', level).word).join(', ')}`,
    satellites: `${t('satellite')} ${satellites.map((key) => names.get(key) ?? key).join(', ')}`,
    group: `${t('group')} ${group ?? ''}`,
    types: `${t('type')} ${types.map(kind).join(', ')}`,
    noPc: t('onlyNoPc'),
    minPc: `${t('pc')} ≥ ${formatProbabilityLine(minPc)}`,
    maxMissM: `${t('miss')} ≤ ${formatNumber(maxMissM ?? 0)} m`,
    maxRadialM: `|R| ≤ ${formatNumber(maxRadialM ?? 0)} m`,
    originators: `${t('originator')} ${originators.join(', ')}`,
    own: own === undefined ? '' : t(`own${own}`),
    text: `“${text ?? ''}”`,
  }
  return said[filter]
}

/** Chooses the grouping of the events; all groups can be folded to their heads. */
function GroupMenu({ asking: { search, look } }: { readonly asking: Asking }) {
  const t = useWords(conjunctionsWords)
  const grouping = groupingOf(search)
  const shown = t(`by${grouping}`)
  const folds = [
    { id: 'fold', label: t('foldAll'), onAction: () => look({ fold: 'all' }) },
    { id: 'unfold', label: t('unfoldAll'), onAction: () => look({ fold: undefined }) },
  ]
  return (
    <Menu
      label={`${t('groupBy')} ${shown}`}
      className={styles.chip}
      trigger={
        <>
          <i>{t('groupBy')}</i> {shown}
        </>
      }
      parts={[
        {
          title: t('groupBy'),
          entries: GROUPINGS.map((id) => ({
            id,
            label: t(`by${id}`),
            onAction: () => look({ by: writeGrouping(id, search.sort), fold: undefined }),
          })),
        },
        ...(grouping === 'none' ? [] : [{ title: t('groups'), entries: folds }]),
      ]}
    />
  )
}
