# Fetches the three lists with the client that OpenAPI::Client makes of a description, holds each against it, and prints
# their ids as JSON. Takes the description's file and the address of the service.
use strict;
use warnings;

use JSON::PP;
use OpenAPI::Client;

my ($description, $address) = @ARGV;
my $client = OpenAPI::Client->new("file://$description", coerce => '');
$client->base_url(Mojo::URL->new($address));

my %ids;
for my $name (qw(startups founders jobs)) {
  my $method = 'list' . ucfirst $name;
  my $list = $client->$method->res->json;
  my $schema = $client->validator->get(['paths', "/$name", 'get', 'responses', '200', 'content', 'application/json', 'schema']);
  my @errors = $client->validator->validate($list, $schema);
  die "$name: @errors\n" if @errors;
  $ids{$name} = [map { $_->{id} } @$list];
}
print JSON::PP->new->canonical->encode(\%ids);
