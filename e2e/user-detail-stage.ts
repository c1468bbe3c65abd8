import type { Browser } from '@playwright/test'
import { type Account, callAsAdmin, inviteAccount, makeAccount } from '@/e2e/administrator'
import { newVisitor, type Person, signIn } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'

export interface Shown {
  id: string
  email: string
  status: string
  roles: string[]
  version: number
}

const ROLES = [
  { name: 'Editor', description: 'Edits', permissions: ['contacts:list'] },
  { name: 'Reader', permissions: ['users:read'] },
  {
    name: 'Helper',
    permissions: ['users:list', 'users:read', 'users:activate', 'users:role:change'],
  },
]

const created = new WeakMap<Service, Promise<void>>()

/** What the administrator does over the API to set up a test and check its results. */
interface Stage {
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** An account with these roles that can sign in, or not yet (`invited`). */
  person(roles: string[], invited?: boolean): Promise<Account>
}

/** Also creates the roles that these tests assign, once per service. */
export async function stage(service: Service): Promise<Stage> {
  const creation = created.get(service) ?? create(service)
  created.set(service, creation)
  await creation
  return {
    call: (method, path, body) => callAsAdmin(service, method, path, body),
    person: (roles, invited = false) =>
      invited ? inviteAccount(service, roles) : makeAccount(service, roles),
  }
}

async function create(service: Service): Promise<void> {
  for (const role of ROLES) await callAsAdmin(service, 'POST', '/rbac/roles', role)
}

/** A browser with a signed-in user. */
export async function asWho(
  browser: Browser,
  service: Service,
  who: Person,
  javaScriptEnabled = true,
) {
  const context = await newVisitor(browser, service, javaScriptEnabled)
  await signIn(context, service, who)
  return context
}

/** The page of a user. */
export const at = (id: string) => `/dashboard/users/${id}`
