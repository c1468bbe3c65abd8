import { NotFoundMessage } from '@/app/not-found-message'
import { pageLanguage } from '@/lib/web/preferences'

/** For dashboard pages whose object does not exist, such as a deleted role. */
export default async function NotFound() {
  return <NotFoundMessage texts={(await pageLanguage()).messages.pages} />
}
