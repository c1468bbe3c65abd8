import { settings } from '@/lib/config/settings'

/**
 * The URL of a user's picture, with its version so that a changed one is fetched; null without a
 * picture.
 */
export function avatarUrl(userId: string, avatarUploadId: string | null): string | null {
  if (avatarUploadId === null) return null
  return `${settings().baseUrl}/api/v1/users/${userId}/avatar?v=${avatarUploadId.slice(-8)}`
}
