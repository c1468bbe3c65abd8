import type { Messages } from '@/lib/i18n/messages'

/** The permission catalog's page, and what each permission allows. */
export const permissions: Messages['permissions'] = {
  title: 'İzinler',
  lead: 'Rollerin verebileceği yetkiler. Liste hizmetin bir parçasıdır; roller bu listeden seçer.',
  permission: 'İzin',
  meaning: 'Neye izin verir',
  held: 'Sizde',
  heldYes: 'Sizde var',
  heldNo: 'Sizde yok',
  who: 'Kimler',
  whoOf: 'Kimler yapabilir: {permission}',
  retired: 'Hizmetten kaldırıldı',
  retiredText: 'Etkisi yok; geri gelirse, onu hâlâ tutan roller yeniden verir.',
  count: { one: '{count} izin', other: '{count} izin' },
  meanings: {
    'users:list': 'Kullanıcıları listeleme',
    'users:read': 'Başka bir kullanıcının profilini görme',
    'users:activate': 'Hesapları etkinleştirme ve devre dışı bırakma',
    'users:delete': 'Kullanıcıları geri alınabilir biçimde silme',
    'users:restore': 'Silinmiş kullanıcıları geri getirme',
    'users:role:change': 'Rol atama',
    'users:email:change:any': 'Başka bir kullanıcının e-posta adresini değiştirme',
    'uploads:create': 'Dosya yükleme',
    'rbac:manage': 'Rolleri ve izinleri yönetme',
    'notifications:send': 'Tekli ve toplu bildirim gönderme',
    'notifications:settings': 'SMS ve ödeme sağlayıcılarını seçme',
    'payments:charge': '3-D Secure ile karttan ödeme alma',
    'payments:list': 'İşlemleri listeleme',
    'audit:list': 'Denetim kayıtlarını listeleme',
    'contacts:list': 'İletişim mesajlarını listeleme',
  },
}
