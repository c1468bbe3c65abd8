import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import {
  admitsLacking,
  type DashboardPath,
  isPublic,
  opensTo,
  pageAt,
  type PagePath,
  type PageRoute,
  type ParamsOf,
  type TitledPath,
} from '@/lib/http/pages/page-table'
import type { SearchParams } from '@/lib/web/page-address'
import { requestedAddress, requireSession, type SignedIn } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'
import { secondFactorPath } from '@/lib/web/safe-redirect'

/** What Next passes to a page. */
interface NextProps<Path extends string> {
  params: Promise<ParamsOf<Path>>
  searchParams: SearchParams
}

/** What a page gets: of a dashboard page, also the user, who may open it. */
type PageProps<Path extends string> = NextProps<Path> &
  (Path extends DashboardPath ? SignedIn : unknown)

type Title = NonNullable<Metadata['title']>
type GenerateMetadata<Path extends string> = ((props: NextProps<Path>) => Promise<Metadata>) & {
  path: Path
}
type PageComponent<Path extends string> = ((props: NextProps<Path>) => Promise<ReactNode>) & {
  path: Path
}

/** The exports of a `page.tsx`. They carry its path, by which a test recognizes them. */
interface DefinedPage<Path extends string> {
  /** `generateMetadata` with a title that depends on what the page shows. */
  composeTitle(compose: (props: PageProps<Path>) => Promise<Title>): GenerateMetadata<Path>
  /** The page itself. */
  render(component: (props: PageProps<Path>) => ReactNode | Promise<ReactNode>): PageComponent<Path>
}

interface TitledPage<Path extends string> extends DefinedPage<Path> {
  /** `generateMetadata` with the declared title. */
  metadata: GenerateMetadata<Path>
}

/**
 * Creates the exports of a page from its declaration in `pages.ts`. If the page is not public, its
 * title and content are composed only for a user who may open it. This repeats the page proxy's
 * check, so that a request that bypassed the page proxy shows nothing.
 */
export function definePage<const Path extends TitledPath>(path: Path): TitledPage<Path>
export function definePage<const Path extends PagePath>(path: Path): DefinedPage<Path>
export function definePage<const Path extends PagePath>(path: Path): TitledPage<Path> {
  const route = pageAt(path)
  const pageProps = async (props: NextProps<Path>) => {
    const signedIn = isPublic(route.access) ? null : await requireAccess(route)
    return { ...props, ...signedIn } as PageProps<Path>
  }
  const exported = <F extends object>(part: F) => Object.assign(part, { path })
  return {
    metadata: exported(async () => ({ title: route.title?.((await pageLanguage()).messages) })),
    composeTitle: (compose) =>
      exported(async (props) => ({ title: await compose(await pageProps(props)) })),
    render: (component) => exported(async (props) => component(await pageProps(props))),
  }
}

/**
 * Redirects to the sign-in page without a live session; without the page's permission, responds as
 * if the page did not exist.
 */
async function requireAccess(page: PageRoute): Promise<SignedIn> {
  const signedIn = await requireSession()
  const { missingFactor } = signedIn.principal
  if (missingFactor && !admitsLacking(page, missingFactor))
    redirect(secondFactorPath(missingFactor, await requestedAddress()))
  if (!opensTo(page, signedIn.principal)) notFound()
  return signedIn
}

/** The title of a page about one item: "Ada Lovelace · Users". The layout adds the product name. */
export function pageTitle(thing: string, list: string): string {
  return `${thing} · ${list}`
}
