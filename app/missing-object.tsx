import { NotFoundMessage } from '@/app/not-found-message'
import { markPageMissing } from '@/lib/http/page-exchange'
import { pageLanguage } from '@/lib/web/page-language'

/** In place of a page whose object does not exist, in the page's own frame and with status 404. Works without JavaScript. */
export async function MissingObject() {
  markPageMissing()
  return <NotFoundMessage texts={(await pageLanguage()).messages.pages} />
}
