import { Button } from '../../../ui/button/button.tsx'
import { Menu } from '../../../ui/button/menu.tsx'
import { Empty } from '../../../ui/page/pane-states.tsx'
import { hasWords } from '../../../ui/text/has-words.ts'
import { useWords } from '../../../ui/text/language.ts'
import chip from '../../event/filter-bar.module.css'
import type { Asset } from '../asset.ts'
import styles from './assets.module.css'
import { assetsWords } from './words.data.ts'

/** The filter of satellites: by group, and by a text that the name or number contains. */
export type AssetFilter = { readonly group?: string | undefined; readonly q?: string | undefined }
type Props = { readonly filter: AssetFilter; readonly onFilter: (filter: AssetFilter) => void }

export function filtered(assets: readonly Asset[], { group, q = '' }: AssetFilter): readonly Asset[] {
  const text = q.trim()
  return assets.filter(
    ({ satellite: { name, noradId, cosparId = '', group: own } }) =>
      (group === undefined || own === group) && hasWords(`${name} ${noradId} ${cosparId}`, text),
  )
}

/** Returns the existing groups, by name. */
export function groupsOfAssets(assets: readonly Asset[]): readonly string[] {
  const groups = assets.flatMap(({ satellite: { group } }) => (group ? [group] : []))
  return [...new Set(groups)].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Shows the filters of the table. */
export function AssetFilters({ filter, onFilter, groups }: Props & { readonly groups: readonly string[] }) {
  const t = useWords(assetsWords)
  const entry = (group: string | undefined) => ({
    id: group ?? '',
    label: group ?? t('allGroups'),
    onAction: () => onFilter({ group }),
  })
  return (
    <>
      <label className={`row flex-none gap-6 muted fs-13 nowrap ${styles.search}`}>
        {t('searchField')}
        <input
          className="h-24 pad-x-8 control-frame round inset ink"
          type="search"
          aria-keyshortcuts="/"
          value={filter.q ?? ''}
          onChange={({ target }) => onFilter({ q: target.value || undefined })}
        />
      </label>
      {groups.length > 0 || filter.group ? (
        <Menu
          label={`${t('group')} ${filter.group ?? t('allGroups')}`}
          className={chip.chip}
          trigger={
            <>
              <i>{t('group')}</i> {filter.group ?? t('allGroups')}
            </>
          }
          parts={[{ title: t('group'), entries: [entry(undefined), ...groups.map(entry)] }]}
        />
      ) : null}
    </>
  )
}

/** Shows that no satellite matches: the filters stay, and each can be removed. */
export function NoAsset({ filter: { group, q }, onFilter, all }: Props & { readonly all: number }) {
  const t = useWords(assetsWords)
  return (
    <Empty
      title={t('noMatch', { all })}
      actions={
        <>
          {group === undefined ? null : (
            <Button onClick={() => onFilter({ group: undefined })}>
              {t('clear', { what: `${t('group')} ${group}` })}
            </Button>
          )}
          {q === undefined ? null : (
            <Button onClick={() => onFilter({ q: undefined })}>{t('clear', { what: `“${q}”` })}</Button>
          )}
        </>
      }
    />
  )
}
