import type { ProblemText } from '@/lib/i18n/problem-text'

/** Permissions, roles and accounts. */
export const accessProblems = {
  insufficient_permission: {
    title: 'İzin eksik',
    text: 'Bu işlem için gereken izne sahip değilsiniz.',
    remedy:
      'Gereken izin `required_permission` alanında belirtilir. Bir yönetici bu izni rollerinizden birine ekleyebilir.',
  },
  privilege_escalation: {
    title: 'Sahip olmadığınız izinler',
    text: 'Sahip olmadığınız izinleri veremez, bu izinlere sahip bir kullanıcıyı değiştiremezsiniz.',
    remedy: 'Bu izinlere sahip bir yöneticiye başvurun.',
  },
  session_required: {
    title: 'Oturum gerekli',
    text: 'Bu işlem API anahtarıyla yapılamaz. Oturum açın.',
    remedy:
      'Oturum açıp erişim belirteci gönderin. API anahtarıyla anahtarlar, kimlik bilgileri ve oturumlar yönetilemez; rol atama gibi, kullanıcının oturum açmış veya yakın zamanda oturum açmış olmasını gerektiren işlemler de yapılamaz.',
  },
  address_not_allowed: {
    title: 'Adrese izin verilmiyor',
    text: 'Bu API anahtarı bu IP adresinden kullanılamaz.',
    remedy: 'Anahtarı izin verilen adreslerden birinden kullanın veya başka bir anahtar oluşturun.',
  },
  email_taken: {
    title: 'E-posta adresi zaten kullanımda',
    text: 'Bu e-posta adresi başka bir hesaba ait.',
    remedy: 'Başka bir e-posta adresi kullanın.',
  },
  last_admin: {
    title: 'Son yönetici',
    text: 'Başka etkin yönetici yok. Önce bir yönetici daha ekleyin.',
    remedy: '`admin` rolünü etkin başka bir hesaba atayıp yeniden deneyin.',
  },
  system_role_immutable: {
    title: 'Sistem rolü',
    text: 'admin ve user rolleri silinemez; adları, açıklamaları ve izinleri değiştirilemez.',
    remedy: 'İhtiyacınız olan izinlerle kendi rolünüzü oluşturun.',
  },
  role_in_use: {
    title: 'Rol kullanımda',
    text: 'Bu role sahip kullanıcılar var. Önce rolü bu kullanıcılardan kaldırın.',
    remedy: 'Bu role sahip kullanıcıları listeleyip başka roller atayın, ardından rolü silin.',
  },
  role_name_taken: {
    title: 'Rol adı zaten kullanımda',
    text: 'Bu adda başka bir rol var. Adlarda büyük/küçük harf ayrımı yapılmaz.',
    remedy: 'Başka bir ad seçin.',
  },
  permission_name_taken: {
    title: 'İzin adı zaten kullanımda',
    text: 'Bu adda bir izin zaten var.',
    remedy: 'Başka bir ad seçin veya var olan izni değiştirin.',
  },
  system_permission: {
    title: 'Yerleşik izin',
    text: 'Bu, yerleşik bir izindir; oluşturulamaz, değiştirilemez ve silinemez.',
    remedy: 'Uygulamanızın adıyla başlayan bir ad kullanın, örneğin `crm:contacts:export`.',
  },
} satisfies Record<string, ProblemText>
