import { createRequest, type NewRequest } from '@apsis/contract/odt/request.ts'
import { useMutation } from '@tanstack/react-query'
import { callVersioned } from '../../api/call.ts'
import { DRAFT_KEY, drafts } from './draft.ts'

type Sending = { readonly body: NewRequest; readonly key: string }

export const useSendRequest = () =>
  useMutation({
    meta: { silent: 'send-request', writes: [['observation'], ['payments']] },
    mutationFn: async ({ body, key }: Sending) => (await callVersioned(createRequest, { body }, { key })).answer,
    // Here, and not where it is sent: whoever has left the page meanwhile finds no draft of an order that went out.
    onSuccess: () => drafts.keep(DRAFT_KEY, null),
  })
