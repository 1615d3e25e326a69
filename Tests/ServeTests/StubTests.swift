import TernServe
