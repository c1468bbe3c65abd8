import type { Messages } from '@/lib/i18n/en'

/** The permissions page, and what each permission allows, in Turkish. */
export const permissions: Messages['permissions'] = {
  title: 'İzinler',
  lead: 'Rollerin verebileceği izinler. Bu liste hizmetle birlikte gelir.',
  permission: 'İzin',
  meaning: 'Neye izin verir',
  held: 'Sizde',
  heldYes: 'Bu izne sahipsiniz',
  heldNo: 'Bu izne sahip değilsiniz',
  who: 'Kimlerde var',
  whoOf: 'Bu izne sahip olanlar: {permission}',
  retired: 'Kaldırıldı',
  retiredText:
    'Bu izinlerin etkisi yok. Geri gelirlerse onları hâlâ içeren roller bu izinleri yeniden verir.',
  count: { one: '{count} izin', other: '{count} izin' },
  meanings: {
    'users:list': 'Kullanıcıları listeleme',
    'users:read': 'Başka bir kullanıcının profilini görüntüleme',
    'users:activate': 'Hesapları etkinleştirme ve devre dışı bırakma',
    'users:delete': 'Kullanıcıları silme (geri yüklenebilir)',
    'users:restore': 'Silinmiş kullanıcıları geri yükleme',
    'users:role:change': 'Rol atama',
    'users:email:change:any': 'Başka bir kullanıcının e-posta adresini değiştirme',
    'uploads:create': 'Dosya yükleme',
    'rbac:manage': 'Rolleri ve izinleri yönetme',
    'notifications:send': 'Tekil ve toplu bildirim gönderme',
    'notifications:settings': 'SMS ve ödeme sağlayıcılarını seçme',
    'payments:charge': '3-D Secure ile karttan tahsilat yapma',
    'payments:list': 'Ödemeleri listeleme',
    'audit:list': 'Denetim kayıtlarını listeleme',
    'contacts:list': 'İletişim mesajlarını listeleme',
    'settings:manage': 'E-posta, marka, oturum açma politikası ve e-posta metinlerini yönetme',
  },
}
