# Joins test files into one, which compiles in a third of the time. What a file has in a namespace of
# Tabiya's goes into one of its own inside that, so that two files may give one name to two things.

FNR == 1 {
  name = FILENAME
  gsub(/[^A-Za-z0-9]/, "_", name)
  printf "#line 1 \"%s\"\n", FILENAME
}
/^namespace tabiya[a-z_:]* \{$/ { print $0 " namespace in_" name " {"; next }
/^\}  \/\/ namespace tabiya/ { print "}" $0; next }
{ print }
