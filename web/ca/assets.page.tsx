import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHead } from '../shell/page/page-head.tsx'
import { useSearchState } from '../shell/search-state.ts'
import { paths } from '../site/paths.ts'
import button from '../ui/button/button.module.css'
import { Button } from '../ui/button/button.tsx'
import { StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import lead from './event/lead.module.css'
import { AddSatellite } from './satellite/add-satellite.tsx'
import { type Asset, levelOfExposure } from './satellite/asset.ts'
import { BulkEdit } from './satellite/list/bulk-edit.tsx'
import { SatellitesPane } from './satellite/list/satellites-pane.tsx'
import { SizesDialog } from './satellite/list/sizes-dialog.tsx'
import { sizesWords } from './satellite/list/sizes-words.data.ts'
import { useAssets } from './satellite/list/use-assets.ts'
import { assetsWords } from './satellite/list/words.data.ts'

/** Shows the list of satellites, with those that need attention (ux.md S24). */
export function AssetsPage() {
  const t = useWords(assetsWords)
  const sizes = useWords(sizesWords)
  const [search, show] = useSearchState(`/protected${paths.assets}`)
  const view = useAssets(search)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const close = () => show({ dialog: undefined })
  return (
    <>
      <title>{`${t('title')} · Apsis`}</title>
      <PageHead main={<Button onClick={() => show({ dialog: 'add-satellite' })}>{t('addSatellite')}</Button>}>
        <span className="flex gap-8 no-print self-center">
          <Link to={paths.candidates} className={`${button.button} ${button.quiet}`}>
            {t('candidates')}
          </Link>
          <Button onClick={() => show({ dialog: 'sizes' })}>{sizes('open')}</Button>
        </span>
      </PageHead>
      <Lead assets={view.assets} />
      <SatellitesPane view={view} selected={selected} onSelect={setSelected} />
      <BulkEdit
        isOpen={search.dialog === 'change'}
        satellites={view.shown.filter(({ id }) => selected.has(id)).map(({ satellite }) => satellite)}
        rows={view.rows}
        onSelect={setSelected}
        onClose={close}
      />
      {search.dialog === 'sizes' ? <SizesDialog onClose={close} /> : null}
      <AddSatellite isOpen={search.dialog === 'add-satellite'} onClose={close} />
    </>
  )
}

/** States the number of satellites without the data that their protection needs, and names the most exposed of them. */
function Lead({ assets }: { readonly assets: readonly Asset[] | undefined }) {
  const t = useWords(assetsWords)
  const exposed = assets?.filter(({ gaps }) => gaps.length > 0).toSorted((a, b) => b.exposure - a.exposure) ?? []
  const [first] = exposed
  const level = first ? levelOfExposure(first) : assets && assets.length > 0 ? 'ok' : 'inactive'
  return (
    <div className={`row flex-none min-w-0 pad-10 line-bottom gap-24 ${lead.lead}`}>
      <p className="flex items-baseline grow min-w-0 gap-10 soft fs-20 flex-none-phone" role="status">
        <StatusSymbol level={level} size={14} />
        <span>
          {!assets ? (
            t('reading')
          ) : assets.length === 0 ? (
            t('none')
          ) : first ? (
            <>
              <b>{t('exposed', { count: exposed.length, all: assets.length })}</b>{' '}
              {t('worstFirst', { name: first.satellite.name })}
            </>
          ) : (
            <b>{t('complete')}</b>
          )}
        </span>
      </p>
    </div>
  )
}
