import * as contract from '@apsis/contract/duty/acknowledgement.ts'
import { ApiError } from '../platform/api-error.ts'
import { chooseMedia, type FileAnswer } from '../platform/http/answer-file.ts'
import { bindFile, type Call, type Door } from '../platform/http/bind.ts'
import type { Platform } from '../platform/operation/platform.ts'
import { byName, type LinkState, readLink, useLink } from './acknowledge.service.ts'
import { acknowledgePage, PAGE_POLICY, PAGE_STATUS } from './acknowledge-page.ts'
import { ACKNOWLEDGE_WORDS, type PageLanguage } from './acknowledge-words.data.ts'
import { chainClock } from './plan/moved-clock.ts'

type Link = Call<typeof contract.getAcknowledgement> | Call<typeof contract.acknowledge>

export function acknowledgeRoutes(door: Door, parts: Platform): void {
  const platform = { ...parts, chainNow: chainClock(parts.now, parts.config.dutyClockFile) }
  const isSimulated = platform.config.databaseUrl === undefined
  const answer = async (call: Link, state: LinkState): Promise<FileAnswer> => {
    const media = chooseMedia(call.accept, ['application/json', 'text/html'])
    call.header('content-security-policy', PAGE_POLICY)
    if (media === 'application/json') return asJson(state)
    const page = acknowledgePage(await byName(platform, call.params.token, state), {
      language: languageOf(call),
      isSimulated,
    })
    const name = 'acknowledge.html'
    return { mediaType: media, name, bytes: Buffer.from(page), isInline: true, status: PAGE_STATUS[state.kind] }
  }
  bindFile(door, contract.getAcknowledgement, async (call) => answer(call, await readLink(platform, call.params.token)))
  bindFile(door, contract.acknowledge, async (call) =>
    answer(
      call,
      await useLink(platform, call.params.token, {
        does: call.body.do,
        note: call.body.note,
        requestId: call.requestId,
      }),
    ),
  )
}

/** Returns the requested language, otherwise the browser's first accepted language that is available. */
function languageOf({ query: { lang }, language = '' }: Link): PageLanguage {
  const wanted = language.split(',').map((one) => one.trim().slice(0, 2).toLowerCase())
  return lang ?? wanted.find((one): one is PageLanguage => one in ACKNOWLEDGE_WORDS) ?? 'en'
}

function asJson(state: LinkState): FileAnswer {
  if ('about' in state) {
    const bytes = Buffer.from(JSON.stringify(contract.getAcknowledgement.response.parse(state.about)))
    return { mediaType: 'application/json', name: 'acknowledgement.json', bytes, isInline: true }
  }
  const words = ACKNOWLEDGE_WORDS.en
  switch (state.kind) {
    case 'unknown':
      throw new ApiError('not-found', `${words.unknown}. ${words.unknownHelp}`)
    case 'forbidden':
      throw new ApiError('forbidden', `${words.forbidden}. ${words.forbiddenHelp}`)
    case 'expired':
      throw new ApiError('conflict', `${words.expired}. ${words.expiredHelp}`)
    case 'used':
      throw new ApiError('conflict', `${words.used}. By ${state.by}, ${state.at}. It works once.`)
  }
}
