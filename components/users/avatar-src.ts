/** Where a page gets a user's picture: by the browser's cookie, where the API wants a token. Null without a picture. */
export function avatarSrc(user: { id: string; avatar_url: string | null }): string | null {
  return user.avatar_url && `/dashboard/avatars/${user.id}${new URL(user.avatar_url).search}`
}
