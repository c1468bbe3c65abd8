import { oauthCallbackQuery } from '@/lib/auth/auth.schemas'
import { callbackWith } from '@/lib/external/callback-address'
import { fromWebRequest } from '@/lib/http/api-request'
import { readForm } from '@/lib/http/read-form'
import { refuse } from '@/lib/platform/problems'
import { defineVisit } from '@/lib/web/define-visit'
import { refusalAnswer } from '@/lib/web/refusal-answer'
import { seeOther } from '@/lib/web/see-other'

/**
 * Answers the post of a provider that answers by a form: leads to a GET of the same address. The post comes from another site,
 * without our cookies; the GET has them. What else the form holds (a name, an id_token) is dropped.
 */
export const carryAnswerOver = defineVisit(async ({ request, headers }) => {
  const { pathname: path } = new URL(request.url)
  const form = await readForm(fromWebRequest(request))
  if (!form.ok) return refusalAnswer(form, { headers, path })
  const said = oauthCallbackQuery.safeParse(form.value)
  return said.success
    ? seeOther(callbackWith(path, said.data))
    : refusalAnswer(refuse('bad_request'), { headers, path })
})
