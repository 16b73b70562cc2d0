import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ObservationsLead } from './lead.tsx'

const said = (isFailed: boolean) => renderToStaticMarkup(<ObservationsLead requests={undefined} isFailed={isFailed} />)

test('a failed read of the requests is not shown as a read in progress', () => {
  expect(said(false)).toContain('Reading the requests')
  expect(said(true)).toContain('The requests could not be read')
  expect(said(true)).not.toContain('Reading')
  expect(renderToStaticMarkup(<ObservationsLead requests={[]} isFailed={false} />)).toContain('No request is open')
})
