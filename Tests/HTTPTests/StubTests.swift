import TernHTTP
