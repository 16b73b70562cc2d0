import { getDecision, listConjunctions, listEstimates } from '@apsis/contract/ca/event/conjunction.ts'
import { listCdms } from '@apsis/contract/ca/message/cdm.ts'
import type { ApiCall } from '../../../../ui/page/pane-menu.tsx'

/** Returns the API calls that return the data of an event, for use in a script. */
export function eventCalls(conjunctionId: string) {
  const query = { 'conjunction-id': conjunctionId }
  const decisionPath = getDecision.path.replace('{conjunction-id}', conjunctionId)
  const estimatesPath = listEstimates.path.replace('{conjunction-id}', conjunctionId)
  return {
    event: { method: listConjunctions.method, path: listConjunctions.path, query } satisfies ApiCall,
    cdms: { method: listCdms.method, path: listCdms.path, query } satisfies ApiCall,
    decision: { method: getDecision.method, path: decisionPath } satisfies ApiCall,
    estimates: { method: listEstimates.method, path: estimatesPath } satisfies ApiCall,
  }
}
