import type { CatalogueContent } from '@apsis/contract/tle/catalogue.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useNow } from '../clock/clock.ts'
import { formatAge, formatFileInstant } from '../clock/format.ts'
import { PageHead } from '../shell/page/page-head.tsx'
import { QueryPane } from '../shell/page/query-pane.tsx'
import { shellWords } from '../shell/words.data.ts'
import { paths } from '../site/paths.ts'
import { FileMarking } from '../ui/file/file.tsx'
import { Banner, Empty } from '../ui/page/pane-states.tsx'
import { LEVEL_WORDS, StatusSymbol } from '../ui/status/status-symbol.tsx'
import { useWords } from '../ui/text/language.ts'
import styles from './catalogue/catalogue.module.css'
import { catalogueCall, catalogueQuery } from './catalogue/catalogue-query.ts'
import { ContentTable, contentFile } from './catalogue/content-pane.tsx'
import { findingsOf, isOwn, verdictOf } from './catalogue/findings.ts'
import { LeftPane, ReentriesPane, WithoutSetPane } from './catalogue/lacked-panes.tsx'
import { SourcesPane } from './catalogue/sources-pane.tsx'
import { catalogueWords } from './catalogue/words.data.ts'

/** Shows the contents of the catalogue, their sources, and the objects that no screening finds because they are missing. */
export function CataloguePage() {
  const t = useWords(catalogueWords)
  const shell = useWords(shellWords)
  const query = useQuery(catalogueQuery())
  const nowMs = useNow('minute')
  const { data } = query
  const isSimulated = data?.catalogue?.isSimulated ?? false
  return (
    <FileMarking value={{ isSimulated, stamp: () => formatFileInstant(nowMs) }}>
      <title>{`${shell('catalogue')} · Apsis`}</title>
      <PageHead />
      {isSimulated ? <Banner level="inactive">{t(isOwn(data?.sources ?? []) ? 'simulated' : 'ofTests')}</Banner> : null}
      {data ? <Lead content={data} /> : null}
      <div className={`grid grow panes block-print one-column-tablet ${styles.page}`}>
        <div className={`grid min-w-0 pane-gap block-print ${styles.main}`}>
          <QueryPane
            id="content"
            title={t('content')}
            note={data?.changedAt ? t('changed', { age: formatAge(nowMs - Date.parse(data.changedAt)) }) : undefined}
            query={query}
            skeletonRows={8}
            failed={t('failed')}
            exports={{
              call: catalogueCall,
              ...(data ? { csv: { name: 'catalogue', table: () => contentFile(data) } } : {}),
            }}
          >
            {(content) =>
              content.catalogue === null ? (
                <Empty title={t('none')}>{t('noneMeans')}</Empty>
              ) : (
                <ContentTable content={content} />
              )
            }
          </QueryPane>
          {data ? <SourcesPane content={data} /> : null}
        </div>
        {data ? (
          <div className={`grid min-w-0 pane-gap block-print ${styles.side}`}>
            <WithoutSetPane content={data} />
            <LeftPane content={data} />
            <ReentriesPane content={data} />
          </div>
        ) : null}
      </div>
    </FileMarking>
  )
}

/** Shows the state of the catalogue first, then each finding with its consequence. */
function Lead({ content }: { readonly content: CatalogueContent }) {
  const t = useWords(catalogueWords)
  const nowMs = useNow('minute')
  const { level, what, rest } = verdictOf(content, nowMs)
  const findings = findingsOf(content, nowMs)
  return (
    <div className={`flex items-start flex-none relative gap-12 pad-10 line-bottom ${styles.lead}`}>
      <StatusSymbol level={level} label={LEVEL_WORDS[level]} size={14} />
      <div className="grow min-w-0">
        <p className="soft fs-20 regular">
          <b>{what}</b> {rest}
        </p>
        {findings.length === 0 ? null : (
          <ul className={`stack gap-4 mt-8 soft fs-14 ${styles.findings}`}>
            {findings.map((one) => (
              <li className="flex items-start gap-8 whole" key={one.text}>
                <StatusSymbol level={one.level} label={LEVEL_WORDS[one.level]} />
                <span className="min-w-0 break-anywhere">{one.text}</span>
              </li>
            ))}
          </ul>
        )}
        <p className="mt-8 fs-13 no-print">
          <Link to={paths.docs} params={{ page: 'tle', file: 'catalogue' }}>
            {t('guide')}
          </Link>
        </p>
      </div>
    </div>
  )
}
