// A keychain that has nothing and takes nothing.
@_exported import Foundation

public let kSecClass = "class"
public let kSecClassGenericPassword = "genp"
public let kSecAttrService = "svce"
public let kSecAttrAccount = "acct"
public let kSecAttrAccessGroup = "agrp"
public let kSecAttrAccessible = "pdmn"
public let kSecAttrAccessibleAfterFirstUnlock = "ck"
public let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = "cku"
public let kSecUseDataProtectionKeychain = "nleg"
public let kSecReturnData = "r_Data"
public let kSecMatchLimit = "m_Limit"
public let kSecMatchLimitOne = "m_LimitOne"
public let kSecValueData = "v_Data"
public let errSecSuccess: Int32 = 0
public let errSecItemNotFound: Int32 = -25300
public let errSecDuplicateItem: Int32 = -25299
public let errSecMissingEntitlement: Int32 = -34018

public typealias SecKeys = [AnyHashable: Any]

public func SecItemCopyMatching(_ query: SecKeys, _ result: inout Any?) -> Int32 {
  errSecItemNotFound
}
public func SecItemUpdate(_ query: SecKeys, _ attributes: SecKeys) -> Int32 { errSecItemNotFound }
public func SecItemAdd(_ attributes: SecKeys, _ result: Any?) -> Int32 { errSecMissingEntitlement }
public func SecItemDelete(_ query: SecKeys) -> Int32 { errSecItemNotFound }
public func SecCopyErrorMessageString(_ status: Int32, _ reserved: Any?) -> String? { nil }
